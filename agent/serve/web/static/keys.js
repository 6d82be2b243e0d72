// What htmx cannot do: single keys that press what shows them, dice that are tapped, and what is said while nobody answers.
"use strict";
document.addEventListener("keydown", (e) => {
  const typing = e.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "Enter" && e.target.closest("button, summary, a, input")) return; // it presses that already
  const found = [...document.querySelectorAll("[data-key]")].find((el) => el.dataset.key === e.key);
  if (!found) return;
  e.preventDefault();
  found.click();
  if (found.tagName === "SUMMARY") found.parentElement.querySelector("button").focus();
});

// The last die that is tapped sends the throw. Arrow keys go through the faces, so that by keys it is sent by Enter alone.
let tapped = false;
document.addEventListener("pointerdown", () => { tapped = true; }, true);
document.addEventListener("keydown", () => { tapped = false; }, true);
document.addEventListener("change", (e) => {
  const form = e.target.closest("form.throw[data-whole]");
  if (form && tapped && form.checkValidity()) form.requestSubmit();
});

// A digit is what the die shows that has the focus, or the first that shows nothing yet; 0 is a ten.
document.addEventListener("keydown", (e) => {
  const form = document.querySelector("form.throw[data-whole]");
  if (!form || !/^[0-9]$/.test(e.key) || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input:not([type=radio]), textarea, select")) return;
  const dice = [...form.querySelectorAll("fieldset")];
  const open = dice.filter((die) => !die.querySelector(":checked"));
  const die = e.target.closest("form.throw fieldset") ?? open[0] ?? dice[0];
  const face = die.querySelector(`[value="${e.key === "0" ? 10 : e.key}"]`);
  if (!face) return;
  e.preventDefault();
  face.checked = true;
  const next = open.find((other) => other !== die);
  (next ? next.querySelector("input") : form.querySelector("button.go")).focus();
});

// Faces of a pool are written into its field in the order in which they are tapped.
document.addEventListener("click", (e) => {
  const face = e.target.closest("[data-face]");
  if (!face) return;
  const field = face.closest("form").elements[face.parentElement.dataset.into];
  field.value = (field.value + " " + face.dataset.face).trim();
});

// A message is closed by its button.
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-clears]");
  if (button) document.getElementById(button.dataset.clears).replaceChildren();
});

// What had the focus may be gone with the question; keys and screen readers then go on in what is asked now.
document.addEventListener("htmx:after:swap", () => {
  if (document.activeElement === document.body) document.getElementById("live")?.focus({preventScroll: true});
});

// What a form has come to is newer than a live part that was asked for before. That one is let go, so that one which hangs keeps
// nobody waiting: the answer to a form has the live part asked for again.
const isLive = (e) => e.detail.ctx?.sourceElement?.id === "live";
document.addEventListener("htmx:after:request", (e) => {
  const live = document.getElementById("live");
  if (live && !isLive(e)) htmx.trigger(live, "htmx:abort");
});

// While the server does not answer a line says so. A stream that breaks off comes back at once, most of the time; then nothing
// is said. A live part that did not come is asked for again.
let late;
const away = (gone, wait) => {
  clearTimeout(late);
  late = setTimeout(() => document.getElementById("away")?.toggleAttribute("hidden", !gone), wait);
};
document.addEventListener("htmx:sse:error", () => away(true, 1500));
document.addEventListener("htmx:sse:after:connection", () => away(false, 0));
document.addEventListener("htmx:after:request", () => away(false, 0));
const askAgain = (live) => setTimeout(() => htmx.trigger(live, "changed"), 1000);
document.addEventListener("htmx:error", (e) => {
  if (e.detail.ctx?.sourceElement?.tagName === "FORM") away(true, 0);
  if (isLive(e)) askAgain(e.detail.ctx.sourceElement);
});

// A server that is stopping or has too much to do says so in place of a live part; what the page shows then stays, see at.html.
document.addEventListener("htmx:response:error", (e) => {
  const status = e.detail.ctx.response.status;
  if (!isLive(e) || status < 500 && status !== 429) return;
  away(true, 0);
  askAgain(e.detail.ctx.sourceElement);
});

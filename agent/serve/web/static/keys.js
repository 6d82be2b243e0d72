// What htmx cannot do: keyboard shortcuts, focus and typed text across swaps, dice that are tapped, and a line that says that the
// server does not answer.
"use strict";
const isField = (el) => el.matches("input, textarea, select") || el.isContentEditable;
const page = document.documentElement;

// A press means what was on the screen when it began. After a change that no form of this page has caused, shortcuts rest: they do
// nothing for restTime, and are drawn so. If a swap removes the field that was typed into, they rest until the person turns elsewhere.
const restTime = 300; // ms
let shown = -1; // when the page has last changed
let caused = false; // whether a form of this page causes the next live part
let sent; // the form that was sent last
let pressed; // the press that leads to the next click; a click of a screen reader has none
let resting;
const rest = (why) => {
  page.dataset.rests = why;
  clearTimeout(resting);
  if (why === "fresh") resting = setTimeout(wake, restTime);
};
const wake = () => {
  delete page.dataset.rests;
  const lost = document.getElementById("lost");
  if (lost) lost.hidden = true;
};

// sign returns a text for what a press on an element does; it changes when a button comes to mean something else.
const sign = (el) => {
  const b = el.closest("button, summary, a");
  if (!b) return "";
  const data = new FormData(b.form ?? undefined);
  if (b.dataset.of || data.has("words")) data.delete("at");
  return [b.dataset.of, b.textContent, b.href, b.form?.action, ...[...data].flat()].join("\n");
};
const press = (e, early) => { pressed = {timeStamp: e.timeStamp, sign: sign(e.target), early}; };
document.addEventListener("pointerdown", (e) => {
  press(e, false);
  if (page.dataset.rests === "lost") wake();
}, true);
document.addEventListener("keydown", (e) => {
  if (!e.repeat) press(e, "rests" in page.dataset);
  else if (e.key === "Enter" && e.target.closest("input, button, summary, a")) e.preventDefault(); // a key held down presses once
  if (page.dataset.rests === "lost" && (e.key === "Tab" || e.key === "Escape")) wake();
}, true);
document.addEventListener("click", (e) => {
  const of = pressed;
  pressed = undefined;
  if (!e.isTrusted || !of || !e.target.closest("#live, #said") || isField(e.target) || e.target.closest("label")) return;
  if (!of.early && (of.timeStamp >= shown || of.sign === sign(e.target))) return;
  e.preventDefault();
  e.stopImmediatePropagation();
}, true);

const canAct = (e) => !(e.ctrlKey || e.metaKey || e.altKey || e.getModifierState("AltGraph") || e.shiftKey && e.key === "Enter" || e.repeat || e.isComposing
  || pressed?.early || e.timeStamp < shown);
document.addEventListener("keydown", (e) => {
  if (isField(e.target) || !canAct(e)) return;
  if (e.key === "Enter" && e.target.closest("button, summary, a")) return; // it presses that already
  if (/^[0-9]$/.test(e.key) && document.querySelector("form.throw")) return; // it is what a die shows
  const found = [...document.querySelectorAll("[data-key]")].find((el) => el.dataset.key === e.key);
  if (!found) return;
  e.preventDefault();
  found.closest(".others")?.setAttribute("open", "");
  found.click();
  if (found.tagName === "SUMMARY") found.parentElement.querySelector("button").focus();
});

// Arrow keys move the focus from one place of the board to the next in their direction; Enter follows it, as every link.
document.addEventListener("keydown", (e) => {
  const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key] ?? [0, 0];
  if (!dx && !dy || !document.activeElement.closest(".board")) return;
  const middle = (el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = middle(document.activeElement);
  const way = (u, v) => { const on = (u - x) * dx + (v - y) * dy; return on < 4 ? Infinity : on + 3 * Math.abs((u - x) * dy + (v - y) * dx); };
  const far = (el) => way(...middle(el));
  e.preventDefault();
  [...document.querySelectorAll(".board a")].filter((a) => far(a) < Infinity).sort((a, b) => far(a) - far(b))[0]?.focus();
});

// A swap keeps the focus and the selected text. If the chosen option of a list is gone after it, none is chosen.
const live = () => document.getElementById("live");
let before;
document.addEventListener("htmx:before:swap", (e) => {
  const el = document.activeElement;
  before = {el, start: el.selectionStart, end: el.selectionEnd, text: live()?.textContent, picks: [...document.querySelectorAll("select")].map((list) => [list, list.value])};
  const {target, sourceElement} = e.detail.ctx;
  before.word = sourceElement.closest?.(".means, .words"); // an explained word changes nothing that is asked
  if (target?.id === "said" && target.contains(el) && isField(el) && !target.contains(sourceElement)) e.detail.ctx.swap = "afterbegin";
});
document.addEventListener("htmx:after:swap", (e) => {
  const {el, start, end} = before;
  for (const [list, value] of before.picks) if (list.isConnected && list.value !== value) list.selectedIndex = -1;
  if (!before.word && live()?.textContent !== before.text) {
    shown = performance.now();
    if (!caused && page.dataset.rests !== "lost") rest("fresh");
  }
  if (isLive(e)) caused = false;
  for (const others of document.querySelectorAll(".others:has(.do[open])")) others.open = true; // what one was about to do stays in view
  const wanted = document.querySelector("[data-focus]");
  wanted?.removeAttribute("data-focus");
  const stays = el.isConnected && el !== document.body;
  if (wanted && !(stays && isField(el))) wanted.focus();
  else if (!stays) live()?.focus({preventScroll: true});
  else if (el !== document.activeElement) {
    el.focus({preventScroll: true});
    if (start != null) el.setSelectionRange(start, end);
  }
  const lost = document.getElementById("lost");
  if (stays || !lost || !isField(el) || el.closest("form") === sent || e.detail.ctx.sourceElement.matches?.("a, button")) return; // the person's own press has removed it
  rest("lost");
  lost.textContent = "The field you were in is gone" + (el.matches("[type=radio], [type=checkbox]") || !el.value ? "." : ". In it stood: " + el.value);
  lost.hidden = false;
});
document.addEventListener("htmx:before:request", (e) => {
  if (e.detail.ctx.sourceElement?.tagName === "FORM") sent = e.detail.ctx.sourceElement;
});
document.addEventListener("htmx:after:request", (e) => {
  const {sourceElement: form, response} = e.detail.ctx;
  away(false, 0);
  if (form?.tagName !== "FORM") return;
  caused = true; // its answer makes the page fetch the live part again: a fetch under way is older, and is aborted
  if (live()) htmx.trigger(live(), "htmx:abort");
  if (response?.status < 400 && form.closest("#drawer") && !("stays" in form.dataset)) document.getElementById("drawer").replaceChildren(); // it is done
});

// After the first die a line says what the others have to show.
document.addEventListener("change", (e) => {
  const form = e.target.closest("form.throw[data-least]");
  if (!form) return;
  const shown = [...form.querySelectorAll(":checked")].map((face) => Number(face.value));
  const left = form.querySelectorAll("fieldset").length - shown.length, sum = shown.reduce((a, b) => a + b, 0);
  form.querySelector(".sofar").textContent = left ? `${sum} so far: ${Math.max(form.dataset.least - sum, left)} or more on the other${left > 1 ? "s" : ""}.` : "";
});

// The last die that is tapped sends the throw. Arrow keys go through the faces, so that by keys it is sent by Enter alone.
let tapped = false;
document.addEventListener("pointerdown", () => { tapped = true; }, true);
document.addEventListener("keydown", () => { tapped = false; }, true);
document.addEventListener("change", (e) => {
  const form = e.target.closest("form.throw[data-whole]");
  if (form && tapped && e.target.type === "radio" && form.checkValidity()) form.requestSubmit();
});

// A digit sets the die that has the focus, else the first without a face; 0 means ten if no face is a 0.
document.addEventListener("keydown", (e) => {
  const form = document.querySelector("form.throw"), ten = e.key === "0" ? 10 : e.key;
  if (!form || !/^[0-9]$/.test(e.key) || !canAct(e) || e.target.closest("input:not([type=radio], [type=checkbox]), textarea, select")) return;
  const dice = [...form.querySelectorAll("fieldset")];
  const open = dice.filter((die) => !die.querySelector("[type=radio]:checked"));
  const die = e.target.closest("form.throw fieldset") ?? open[0] ?? dice[0];
  const face = die ? die.querySelector(`[value="${e.key}"]:not([type=checkbox]:checked)`) ?? die.querySelector(`[value="${ten}"]`) : form.querySelector(`[data-face="${ten}"]`);
  if (!die || !face) return face?.click();
  e.preventDefault();
  face.checked = true;
  face.dispatchEvent(new Event("change", {bubbles: true}));
  const next = face.type === "radio" ? open.find((other) => other !== die) : die;
  (next ? next.querySelector("input") : form.querySelector("button.go")).focus();
});

// A tapped face is added to the field of its pool.
document.addEventListener("click", (e) => {
  document.getElementById(e.target.closest("[data-clears]")?.dataset.clears)?.replaceChildren();
  const face = e.target.closest("[data-face]"), field = face?.closest("div:not(.dice)").querySelector("input");
  if (field) field.value = (field.value + " " + face.dataset.face).trim();
});

// A text is copied or, where the browser does not let a page do that, selected.
document.addEventListener("click", async (e) => {
  const button = e.target.closest("[data-copies]");
  if (!button) return;
  const from = document.getElementById(button.dataset.copies), said = button.parentElement.querySelector("[role=status]");
  const copied = await navigator.clipboard?.writeText(from.value ?? from.textContent).then(() => true, () => false);
  if (!copied) getSelection().selectAllChildren(from) ?? from.select?.();
  said.textContent = copied || document.execCommand("copy") ? "copied" : "It is selected: copy it as you do elsewhere.";
});

const isLive = (e) => e.detail.ctx?.sourceElement?.id === "live";
// While the server does not answer a line says so. A stream that breaks off comes back at once, most of the time; then nothing
// is said. A live part that did not come is asked for again.
let late;
const away = (gone, wait) => {
  clearTimeout(late);
  late = setTimeout(() => document.getElementById("away")?.toggleAttribute("hidden", !gone), wait);
};
document.addEventListener("htmx:sse:error", () => away(true, 1500));
document.addEventListener("htmx:sse:after:connection", () => away(false, 0));
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

// What htmx cannot do: single keys that press what shows them, and dice that are tapped.
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

// The last die that is tapped sends the throw.
document.addEventListener("change", (e) => {
  const form = e.target.closest("form.throw[data-whole]");
  if (form && form.checkValidity()) form.requestSubmit();
});

// Faces of a pool are written into its field in the order in which they are tapped.
document.addEventListener("click", (e) => {
  const face = e.target.closest("[data-face]");
  if (!face) return;
  const field = face.closest("form").elements[face.parentElement.dataset.into];
  field.value = (field.value + " " + face.dataset.face).trim();
});

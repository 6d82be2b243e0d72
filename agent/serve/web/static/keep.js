// What is typed into a form stays with this tab: a page that is loaded anew, or a server that is started anew, loses nothing of it.
"use strict";
const keyOf = (form) => ["keep", location.pathname + location.search, form.dataset.keep].join(" ");
const forms = () => document.querySelectorAll("form[data-keep]");
const typed = (form) => [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "system");
const keep = (form) => sessionStorage.setItem(keyOf(form), JSON.stringify(typed(form)));
document.addEventListener("input", (e) => { const form = e.target.closest("form[data-keep]"); if (form) keep(form); });
document.addEventListener("htmx:after:swap", () => forms().forEach((form) => form.dataset.touched && keep(form)));
document.addEventListener("click", (e) => { const form = e.target.closest("button")?.closest("form[data-keep]"); if (form) form.dataset.touched = "yes"; });
document.addEventListener("submit", (e) => {
  if ("anew" in e.target.dataset) forms().forEach((form) => sessionStorage.removeItem(keyOf(form)));
});

// A form whose lines the server makes is made of what was typed; the fields of others are filled in where they are.
const bringBack = (form, list) => {
  const made = form.querySelector("[data-made]");
  if (made) {
    made.replaceChildren(...list.map(([name, value]) => Object.assign(document.createElement("input"), {type: "hidden", name, value})));
    form.dispatchEvent(new Event("input", {bubbles: true}));
    return;
  }
  for (const field of form.elements) {
    const values = list.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length && !["hidden", "file"].includes(field.type) && !field.hidden) {
      field.value = values[0];
      field.closest("details")?.setAttribute("open", "");
    }
  }
};
document.addEventListener("DOMContentLoaded", () => {
  for (const form of forms()) {
    const list = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null");
    if (!list || JSON.stringify(list) === JSON.stringify(typed(form))) continue;
    bringBack(form, list);
    const back = form.querySelector(".kept-typed");
    if (back) back.hidden = false;
  }
});
document.addEventListener("click", (e) => {
  const form = e.target.closest(".kept-typed button")?.form;
  if (!form) return;
  sessionStorage.removeItem(keyOf(form));
  location.reload();
});

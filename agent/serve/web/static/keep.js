// What is typed into a form is kept in this tab's session storage, through a reload of the page and a restart of the server.
"use strict";
const keyOf = (form, at = location) => ["keep", at.pathname + at.search, form.dataset.keep].join(" ");
const forms = () => document.querySelectorAll("form[data-keep]");
const typed = (form) => [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "system");
const keep = (form) => sessionStorage.setItem(keyOf(form), JSON.stringify(typed(form)));
document.addEventListener("input", (e) => { const form = e.target.closest("form[data-keep]"); if (form) keep(form); });
document.addEventListener("htmx:after:swap", () => forms().forEach((form) => form.dataset.touched && keep(form)));
document.addEventListener("click", (e) => { const form = e.target.closest("button")?.closest("form[data-keep]"); if (form) form.dataset.touched = "yes"; });

// One click on Load, Begin anew or × can throw away an hour of work. So it is set aside first, for a button that brings it back.
const setAside = (form) => sessionStorage.setItem("aside", JSON.stringify({system: form.elements.system.value, list: typed(form)}));
const forget = (form) => {
  delete form.dataset.touched; // else a swap before the page goes would keep it again
  if (form.id === "build" && sessionStorage.getItem(keyOf(form))) setAside(form);
  sessionStorage.removeItem(keyOf(form));
};
document.addEventListener("submit", (e) => {
  if ("anew" in e.target.dataset) forms().forEach(forget);
  if (e.submitter?.name === "file") sessionStorage.removeItem(keyOf(e.target, new URL(e.submitter.formAction)));
});
document.addEventListener("click", (e) => {
  const form = e.target.closest("button")?.form;
  if (e.target.closest("[name=drop]")) {
    setAside(form);
    form.querySelector(".kept-aside").hidden = false;
  } else if (e.target.closest(".kept-typed button")) {
    forget(form);
    location.reload();
  } else if (e.target.closest(".kept-aside button")) {
    const {system, list} = JSON.parse(sessionStorage.getItem("aside"));
    const at = new URL(form.action);
    at.search = new URLSearchParams({system});
    delete form.dataset.touched;
    sessionStorage.setItem(keyOf(form, at), JSON.stringify(list));
    sessionStorage.removeItem("aside");
    location.assign(at);
  }
});

// The server makes the lines of a form with data-made: it gets all that was typed as hidden fields. Other forms are filled in.
const bringBack = (form, list) => {
  const made = form.querySelector("[data-made]");
  if (made) {
    made.replaceChildren(...list.map(([name, value]) => Object.assign(document.createElement("input"), {type: "hidden", name, value})));
    form.dispatchEvent(new Event("input", {bubbles: true}));
    return;
  }
  for (const field of form.elements) {
    const values = list.filter(([name]) => name === field.name).map(([, value]) => value);
    if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
    else if (values.length && !["hidden", "file"].includes(field.type) && !field.hidden) {
      field.value = values[0];
      field.closest("details")?.setAttribute("open", "");
    }
  }
};
const bringAllBack = () => {
  for (const form of forms()) {
    const list = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null");
    const aside = form.querySelector(".kept-aside");
    if (!list && aside) aside.hidden = !sessionStorage.getItem("aside");
    if (!list || JSON.stringify(list) === JSON.stringify(typed(form))) continue;
    bringBack(form, list);
    const back = form.querySelector(".kept-typed");
    if (back) back.hidden = false;
  }
};
document.addEventListener("DOMContentLoaded", bringAllBack);

// A form in the drawer beside the board keeps what was typed until it is sent, also while another form is open there.
document.addEventListener("htmx:after:swap", (e) => e.detail.ctx.target?.id === "drawer" && bringAllBack());
document.addEventListener("htmx:after:request", (e) => {
  const {sourceElement: form, response} = e.detail.ctx;
  if (response?.status < 400 && form?.matches?.("#drawer form[data-keep]")) forget(form);
});

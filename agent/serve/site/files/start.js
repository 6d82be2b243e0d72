// The page around the program's pages: starts the program, in one tab of a browser, and shows how far that is.
"use strict";
const script = document.currentScript, base = new URL(".", location.href).pathname;
const element = (id) => document.getElementById(id);
const say = (words, wrong) => {
  if (element("said").className) return; // what was wrong first is why
  element("said").textContent = words;
  element("said").className = wrong ? "wrong" : "";
  if (wrong) document.body.className = ""; // it stands on the front page
};
const lacking = () => Object.entries({
  "a secure address: https, or localhost": window.isSecureContext, WebAssembly: typeof WebAssembly === "object", "service workers": "serviceWorker" in navigator,
  "web locks": "locks" in navigator,
  "streams of gzip (DecompressionStream)": "DecompressionStream" in window,
}).filter(([, has]) => !has).map(([name]) => name);

// lead runs the program for all tabs of this browser. It never ends: the next tab leads when this one is closed.
const lead = (registration) => {
  if (registration.waiting) { // a newer site, and no program that runs yet: all tabs are loaded anew
    registration.waiting.postMessage({comes: true});
    registration.active.postMessage({goes: true});
    return new Promise(() => {});
  }
  const worker = new Worker("worker.js");
  const connect = () => {
    const {port1, port2} = new MessageChannel();
    worker.postMessage({}, [port1]);
    navigator.serviceWorker.controller.postMessage({leads: true}, [port2]);
  };
  let runs;
  worker.onmessage = ({data}) => {
    if (data.got) element("progress").value = data.got;
    if (data.got >= 1) say("The program starts …");
    if (data.failed) say(data.failed, true);
    if (data.runs) runs = true, connect();
  };
  worker.onerror = (e) => say("The program does not start: " + (e.message || "worker.js or what it loads is no script. The host must send .js as text/javascript."), true);
  navigator.serviceWorker.addEventListener("message", () => runs && connect());
  worker.postMessage({base, origin: location.origin, program: script.dataset.program, size: Number(script.dataset.size), frames: script.dataset.frames});
  return new Promise(() => {});
};

// The address has the shown page of the program behind #, so that a reload shows it again.
const frame = element("table");
const show = () => { if (location.hash.length > 1) frame.src = base + "table/" + location.hash.slice(1); };
frame.addEventListener("load", () => {
  const at = frame.contentWindow.location;
  document.body.className = at.pathname.startsWith(base + "table/") ? "plays" : ""; // who goes back far enough is at the front page
  if (!document.body.className) return;
  history.replaceState(null, "", "#" + at.pathname.slice((base + "table/").length) + at.search);
  document.title = frame.contentDocument.title;
  frame.contentDocument.addEventListener("click", saves);
  const page = window.RTCPeerConnection && frame.contentDocument.querySelector("[data-line]"); // a browser without is told so by the program
  if (page && !lines.has(page.dataset.line)) hold(page.dataset);
});
// hold opens a connection to another browser for a page of the program. It is here because a worker has no WebRTC, and this page
// stays while those of the program change. The program directs it through a port.
const lines = new Set();
const hold = ({line, stun}) => {
  const {port1: port, port2} = new MessageChannel(), peer = new RTCPeerConnection({iceServers: stun ? [{urls: stun}] : []});
  const channel = peer.createDataChannel("kokyu", {negotiated: true, id: 0});
  const end = () => {
    peer.close();
    lines.delete(line);
    port.postMessage({ended: true});
  };
  channel.binaryType = "arraybuffer";
  channel.onopen = () => port.postMessage({opened: true});
  channel.onmessage = ({data}) => port.postMessage({bytes: new Uint8Array(data)});
  channel.onclose = end;
  peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && port.postMessage({sdp: peer.localDescription.sdp});
  port.onmessage = async ({data: {bytes, type, sdp, ends}}) => {
    try {
      if (ends) end();
      else if (bytes) channel.send(bytes);
      else if (sdp) await peer.setRemoteDescription({type, sdp});
      if (type && type !== "answer") await peer.setLocalDescription();
    } catch { end(); }
  };
  lines.add(line);
  navigator.serviceWorker.controller.postMessage({line}, [port2]);
};
// A browser asks the host for what a link saves, and not the service worker: so it is fetched here.
const saves = async (e) => {
  const link = e.target.closest("a[download]");
  if (!link) return;
  e.preventDefault();
  const came = await fetch(link.href), save = document.createElement("a");
  save.href = URL.createObjectURL(await came.blob());
  save.download = /filename="(.*)"/.exec(came.headers.get("Content-Disposition"))[1];
  save.click();
};

const start = async () => {
  const lacks = lacking();
  if (lacks.length) return say("This browser cannot run the program. It lacks " + lacks.join("; ") + ". A current Chromium, Firefox or Safari has all that.", true);
  let registration;
  try {
    registration = await navigator.serviceWorker.register("sw.js");
  } catch (e) {
    return say("The host does not send sw.js as a script, or this window keeps nothing: " + e.message + " The host must send .js as text/javascript.", true);
  }
  const {active} = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  else await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, {once: true});
    active.postMessage({claim: true});
  });
  navigator.locks.request("kokyu " + base, () => lead(registration));
  say("The program is being loaded …");
  await fetch("table/static/icon.svg");
  say("Ready.");
  element("progress").hidden = true;
  for (const button of document.querySelectorAll("[data-waits]")) button.disabled = false;
  element("begin").addEventListener("submit", () => navigator.storage?.persist()); // else a browser that is short of room may drop the fights
  window.addEventListener("hashchange", show);
  show();
};
start();

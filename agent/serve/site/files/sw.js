// The service worker of kokyu: hands the pages' requests to the program, and keeps the files of the site, so that it works without a network.
"use strict";
const {cache, files, program, policy} = {/* kokyu site writes these */};
const base = new URL(".", location.href).pathname, table = base + "table/", kept = "kokyu " + base;

addEventListener("install", (e) => e.waitUntil((async () => {
  const all = registration.active ? [...files, program] : files; // at first the page fetches the program, and shows how far it is
  await (await caches.open(kept + cache)).addAll(all.map((name) => new Request(name, {cache: "reload"})));
})()));
addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const old of await caches.keys()) if (old.startsWith(kept) && old !== kept + cache) await caches.delete(old);
  await clients.claim();
})()));

const waiting = new Map(); // what the program has not answered in full, by number
let port, leader, gone, last = 0; // the port to the program, the page that runs it, whether a newer worker waits, the last id
const send = (w) => {
  w.sent = true;
  port.postMessage(w.asks, w.ports ?? []);
};
const queue = async (w) => {
  if (port && !await clients.get(leader)) port = undefined; // its tab is closed, and the next one leads soon
  if (gone) return fail(w);
  waiting.set(w.asks.id, w);
  if (port) send(w);
  else for (const page of await clients.matchAll({type: "window", includeUncontrolled: true})) page.postMessage({wants: "port"});
};
const ask = async (request) => {
  const asks = {id: ++last, method: request.method, url: request.url, headers: [...request.headers], body: new Uint8Array(await request.arrayBuffer())};
  request.signal.addEventListener("abort", () => cancel(asks.id));
  return new Promise((done) => queue({asks, done}));
};
const cancel = (id) => {
  waiting.get(id)?.done(Response.error()); // else the request never ends, and a newer worker waits for that
  waiting.delete(id);
  port?.postMessage({id, cancel: true});
};
const hear = ({data: {id, status, headers, chunk, end}}) => {
  const w = waiting.get(id);
  if (!w) return;
  if (status) {
    const body = [204, 205, 304].includes(status) ? null : new ReadableStream({start: (stream) => { w.stream = stream; }, cancel: () => cancel(id)});
    w.done(new Response(body, {status, headers}));
  }
  if (chunk?.length) w.stream?.enqueue(chunk);
  if (!end) return;
  w.stream?.close();
  waiting.delete(id);
};
const fail = (w) => {
  if (w.stream) w.stream.error(new Error("the program was closed"));
  else w.done(new Response("The tab with the program was closed meanwhile. Look what was done before you do it again.", {status: 503}));
  waiting.delete(w.asks.id);
};
// taken makes a program the one to ask. Of the requests to the one before, those that change nothing are sent again.
const taken = (to, by) => {
  if (port && by === leader) return;
  [port, leader] = [to, by];
  port.onmessage = hear;
  for (const w of waiting.values()) {
    if (!w.sent || !w.stream && w.asks.method === "GET") send(w);
    else fail(w);
  }
};
addEventListener("message", ({data, ports, source}) => {
  if (data.claim) clients.claim();
  if (data.comes) skipWaiting();
  if (data.goes) gone = true, waiting.forEach(fail); // a newer one waits until nothing is under way
  if (data.line) queue({asks: {id: ++last, line: data.line}, ports, done() {}});
  if (data.leads) taken(ports[0], source.id);
});

const keep = async (request) => {
  const {pathname} = new URL(request.url);
  let found = await caches.match(pathname, {ignoreSearch: true});
  if (!found) {
    found = await fetch(request);
    if (found.ok && pathname === base + program) { // meanwhile the page shows how far it is
      const copy = found.clone();
      caches.open(kept + cache).then((all) => all.put(pathname, copy));
    }
  }
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", policy);
  return new Response(found.body, {status: found.status, headers});
};
addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(base)) return;
  if (!url.pathname.startsWith(table)) e.respondWith(keep(e.request));
  else if (e.request.destination === "document") e.respondWith(Response.redirect(base + "#" + url.pathname.slice(table.length) + url.search));
  else if (e.request.destination === "script" && !url.pathname.startsWith(table + "static/")) e.respondWith(Response.error()); // a page may be another's
  else e.respondWith(ask(e.request));
});

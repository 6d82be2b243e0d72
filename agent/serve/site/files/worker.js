// The program, in a thread of its own. What pages ask comes through a port that the service worker has the other end of.
"use strict";
importScripts("wasm_exec.js");
fs.constants = {O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536}; // as the program takes them
function tell(words) { postMessage(words); } // the program calls it too

// load returns the program, and tells how much of it has come. It is kept compressed; some hosts undo that on the way.
const load = async ({program, size}) => {
  const came = await fetch(program);
  if (!came.ok) throw new Error(`the host answers ${came.status} to ${program}, want the file: all files of the site belong into one folder`);
  let got = 0;
  const counted = new TransformStream({transform(part, to) {
    got += part.length;
    tell({got: got / size});
    to.enqueue(part);
  }});
  let bytes = await new Response(came.body.pipeThrough(counted)).arrayBuffer();
  if (new Uint8Array(bytes)[0] === 0x1f) bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const begins = new TextDecoder().decode(bytes.slice(0, 40));
  if (!begins.startsWith("\0asm")) throw new Error(`the host sends something else as ${program}, which begins with ${JSON.stringify(begins)}`);
  return bytes;
};

onmessage = async ({data, ports: [port]}) => {
  if (port) return void (port.onmessage = (e) => answer(e.data, port, e.ports[0])); // the program's
  try {
    const go = new Go();
    go.argv = ["kokyu-tab", JSON.stringify(data)];
    const {instance} = await WebAssembly.instantiate(await load(data), go.importObject);
    await go.run(instance);
    tell({failed: "The program has stopped. Load the page again: nothing that was answered is lost."});
  } catch (e) {
    tell({failed: "The program does not start: " + e.message + "."});
  }
};

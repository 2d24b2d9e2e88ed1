// The site itself, in a worker of the shell: Python, Flask and SQLite over the kept files.
import { openFiles } from "./files.js";
import { loadPyodide } from "./pyodide.mjs";

const BOOK = "/book";
const SITE = "/site";
const bytesOf = async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();

/** Show Python the files of a zip where they lie in it: nothing in it is compressed. */
function show(FS, zip) {
  const view = new DataView(zip);
  const end = zip.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [named, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [size, head] = [24, 42].map((field) => view.getUint32(at + field, true));
    const path = `${SITE}/${new TextDecoder().decode(new Uint8Array(zip, at + 46, named))}`;
    const start = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(zip, start, size), { canOwn: true });
    at += 46 + named + extra + comment;
  }
}

async function started({ address, directory }) {
  const packed = Promise.all(["libraries.zip", "site.zip"].map(bytesOf));
  const [python, root] = await Promise.all([
    loadPyodide({ indexURL: new URL(".", import.meta.url).href, env: { HOME: "/home" } }),
    navigator.storage.getDirectory(),
  ]);
  for (const zip of await packed) show(python.FS, zip);
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  const folderOf = (name) => root.getDirectoryHandle(name, { create: true });
  const { flush, copy, empty, isFull } = await openFiles(python.FS, BOOK, await folderOf(directory));
  const { start } = python.pyimport("referee.static_site.engine");
  const begin = () => start(BOOK, address);
  let engine;
  try {
    engine = begin();
  } catch (error) {
    if (!/No module named 'flask_migrate'/.test(error.message)) throw error;
    // Only a book of an earlier version needs what brings it up to date.
    show(python.FS, await bytesOf("migrating.zip"));
    engine = begin();
  }
  flush();
  const answer = ({ method, url, headers, body }) => {
    const given = [python.toPy(headers), python.toPy(new Uint8Array(body))];
    let status = 500, names = [], content = "";
    try {
      const answer = engine.answer(method, url, ...given);
      [status, names, content] = answer.toJs();
      answer.destroy();
    } catch (error) {
      // Asked again, it would fail again.
      console.error(error.message);
    }
    for (const proxy of given) proxy.destroy();
    // An answer leaves when the book is on the disk.
    flush();
    return { status, headers: names, body: content };
  };
  const copied = async (name) => {
    try {
      await copy(await folderOf(name));
      return {};
    } catch (error) {
      return { failed: error.message };
    }
  };
  return { answer, copied, empty, isFull };
}

let site;
onmessage = async ({ data, ports: [port] }) => {
  try {
    if (data.copy) port.postMessage(await site.copied(data.copy));
    else if (port) port.postMessage(site.answer(data));
    else {
      site = await started(data);
      postMessage({ ready: true, empty: site.empty });
    }
    if (site.isFull()) postMessage({ full: true });
  } catch (error) {
    // What is not on the disk is not answered: the engine starts again from what is there.
    const full = error.name === "QuotaExceededError" || /outages\.Outage: .*full/.test(error.message);
    postMessage({ failed: error.message, name: error.name, full });
  }
};

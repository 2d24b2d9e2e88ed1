// node pack.mjs PYODIDE STANDARD_LIBRARY SOURCE LIBRARIES OUT: runs pack.py in the browser's Python.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, stdLibURL, source, libraries, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// What is compiled must not depend on chance, and needs no columns for tracebacks.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home" };
const python = await loadPyodide({ indexURL: pyodide, stdLibURL, env });
for (const [name, folder] of Object.entries({ source, libraries, out })) {
  python.mountNodeFS(`/${name}`, folder);
}
try {
  python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));
} catch (error) {
  // Only what Python says: Node would print the whole of the script that it came through.
  console.error(error.message);
  process.exit(1);
}

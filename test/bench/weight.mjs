import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const CLIENT = join(import.meta.dirname, "../../dist/client");
/** The explorer of GraphQL is an entry, too. */
const ENTRY = "client/main.tsx";
const HOME = "features/home/HomePage.tsx";
/** What only the editor brings along. */
const EDITOR = /prosemirror/i;

/**
 * Weighs what a browser loads for the first page: the entry, the page of `/`, and all that both import at once.
 * @returns bytes after gzip of scripts and styles, the files, and whether the editor is among them
 */
export function weighFirstPage() {
  const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8"));
  const keys = Object.keys(manifest);
  const entry = keys.find((key) => key === ENTRY);
  const home = keys.find((key) => key.endsWith(HOME));
  if (!entry || !home) throw new Error("The manifest of the client names no entry or no home page.");
  const reached = new Set();
  const visit = (key) => {
    if (reached.has(key)) return;
    reached.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  visit(entry);
  visit(home);
  const scripts = [...reached].map((key) => manifest[key].file);
  const styles = [...new Set([...reached].flatMap((key) => manifest[key].css ?? []))];
  const weigh = (files) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length, 0);
  const holdsEditor = (key) => {
    const { file } = manifest[key];
    return file.endsWith(".js") && EDITOR.test(readFileSync(join(CLIENT, file), "utf8"));
  };
  return {
    js: weigh(scripts),
    css: weigh(styles),
    files: [...scripts, ...styles],
    editorAtOnce: [...reached].some(holdsEditor),
    editorLater: keys.some((key) => !reached.has(key) && holdsEditor(key)),
  };
}

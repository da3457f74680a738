import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HttpAnswer } from "../http/route.ts";
import { readManifest, type Manifest } from "./document.ts";

const ENTRY = "client/explorer/explorer.tsx";

/**
 * The page of the local GraphQL explorer. Nothing of it comes from elsewhere.
 * @param introspects false if its reader may not ask for the schema, which it then reads from the file
 */
export function explorerPage(rootDir: string, introspects: boolean): HttpAnswer {
  const clientDir = join(rootDir, "dist/client");
  const manifest = existsSync(join(clientDir, ".vite/manifest.json")) ? readManifest(clientDir) : {};
  const entry = manifest[ENTRY];
  if (!entry) {
    return {
      status: 503,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "The client is not built.",
    };
  }
  const nonce = randomBytes(16).toString("base64");
  const styles = stylesOf(manifest, ENTRY).map((file) => `<link rel="stylesheet" href="/${file}">`);
  const body = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Luntan GraphQL</title>`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
    `<link rel="icon" href="/favicon.svg"><meta property="csp-nonce" nonce="${nonce}">`,
    ...styles,
    `</head><body style="margin:0"><div id="explorer" style="height:100vh"${introspects ? "" : ` data-introspection="off"`}></div>`,
    `<script type="module" nonce="${nonce}" src="/${entry.file}"></script></body></html>`,
  ].join("");
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      // The code editor writes style attributes and elements of its own, and carries its fonts within its styles.
      "content-security-policy": `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body,
  };
}

function stylesOf(manifest: Manifest, key: string, visited = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk || visited.has(key)) return [];
  visited.add(key);
  const inherited = (chunk.imports ?? []).flatMap((imported) => stylesOf(manifest, imported, visited));
  return [...new Set([...inherited, ...(chunk.css ?? [])])];
}

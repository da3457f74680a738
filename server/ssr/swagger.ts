import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { HttpAnswer } from "../http/route.ts";

/** Address of the page and its files. */
export const SWAGGER_PATH = "/api/docs";
const FILES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** The page that shows the legacy shim's description. Nothing of it comes from elsewhere. */
export function swaggerPage(): HttpAnswer {
  const nonce = randomBytes(16).toString("base64");
  const start = `SwaggerUIBundle({url:"/api/openapi.json",dom_id:"#docs",validatorUrl:null})`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": `default-src 'self'; script-src 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Luntan REST</title>`,
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
      `<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${SWAGGER_PATH}/swagger-ui.css"></head>`,
      `<body style="margin:0"><main id="docs"></main>`,
      `<script nonce="${nonce}" src="${SWAGGER_PATH}/swagger-ui-bundle.js"></script>`,
      `<script nonce="${nonce}">${start}</script></body></html>`,
    ].join(""),
  };
}

/** A file of the page; read when somebody looks at it, which is seldom. */
export function swaggerFile(path: string): HttpAnswer {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!type)
    return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "not found" };
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  return {
    status: 200,
    headers: { "content-type": type, "cache-control": "public, max-age=3600" },
    body: readFileSync(join(folder, name)),
  };
}

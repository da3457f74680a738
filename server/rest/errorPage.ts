import { ERRORS } from "../core/errors.ts";
import { LEGACY_CODES } from "../core/legacyCodes.ts";
import type { HttpAnswer } from "../http/route.ts";

/** Address of the page. */
export const ERROR_PAGE_PATH = "/api/errors";

/** One number of the envelope with everything that the catalogue knows of it. */
export interface ErrorRow {
  readonly code: number;
  /** Names at the GraphQL door; empty if this server never answers the number. */
  readonly names: readonly string[];
  readonly zh: string;
  readonly en: string;
  readonly where: string;
  readonly client: string;
}

/** The catalogue as rows, success first. */
export function errorRows(): ErrorRow[] {
  const named = Object.entries(ERRORS);
  return Object.entries(LEGACY_CODES)
    .map(([number, { zh, en, where, client, unused }]) => {
      const code = Number(number);
      const names = unused ? [] : named.filter(([, { legacy }]) => legacy === code).map(([name]) => name);
      return { code, names, zh, en, where, client };
    })
    .sort((one, other) => other.code - one.code);
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}caption{text-align:start;padding:1rem 0}
th,td{border-bottom:1px solid #8886;padding:.4rem .6rem;text-align:start;vertical-align:top}
code{font-size:.9em}td:first-child{text-align:end;white-space:nowrap}:root{color-scheme:light dark}`;

/** Every number that old clients know: what it means in both languages, where it arises, and what they do then. */
export function errorPage(): HttpAnswer {
  const rows = errorRows().map(({ code, names, zh, en, where, client }) => {
    const called = names.length > 0 ? names.map((name) => `<code>${name}</code>`).join("<br>") : "–";
    const texts = [where, client].map((text) => `<td>${escaped(text)}</td>`).join("");
    return `<tr id="${code}"><td>${code}</td><td>${called}</td><td lang="zh">${escaped(zh)}</td><td>${escaped(en)}</td>${texts}</tr>`;
  });
  const texts = Object.entries(ERRORS).map(
    ([name, { legacy, zh, en }]) =>
      `<tr id="${name}"><td>${legacy}</td><td><code>${name}</code></td><td lang="zh">${escaped(zh)}</td><td>${escaped(en)}</td></tr>`,
  );
  const head = (...names: string[]): string =>
    `<thead><tr>${names.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    },
    body: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Luntan · errors</title>`,
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
      `<link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head><body><main><h1>Errors</h1>`,
      `<table><caption>Numbers of the legacy envelope. Names are <code>extensions.code</code> at the GraphQL door; numbers without one are never answered here, but old clients know them.</caption>`,
      head("Code", "Name", "含义", "Meaning", "Where it arises", "What clients do"),
      `<tbody>${rows.join("")}</tbody></table>`,
      `<h2>Texts</h2><table><caption>What is said unless a refusal has more to say.</caption>`,
      head("Code", "Name", "中文", "English"),
      `<tbody>${texts.join("")}</tbody></table></main></body></html>`,
    ].join(""),
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

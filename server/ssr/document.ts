import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { THEME_COLOR, THEME_COLOR_DARK } from "./manifest.ts";
import type { Preferences } from "./preferences.ts";
import type { RenderedPage } from "./renderer.ts";

/** An entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The files of the built client by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** Stands for the nonce until the page is sent. Random, so that nothing written by people can contain it. */
const NONCE_MARK = randomBytes(18).toString("base64url");
const ENTRY = "client/main.tsx";
const DEFAULT_ICON = "/favicon.svg";

/**
 * A finished page in UTF-8, null where the nonce belongs, so that a cached page is sent with a nonce of its own.
 * Encoded once: encoding costs a cached page more than all the rest of its answer.
 */
export type DocumentParts = readonly (Buffer | null)[];

/** Pieces below this are joined before they are sent; larger ones are sent from where they lie. */
const JOINED_BELOW_BYTES = 8_192;

/** Puts a nonce into a finished page. The large pieces are not copied. */
export function withNonce(parts: DocumentParts, nonce: string): Buffer[] {
  const bytes = Buffer.from(nonce, "latin1");
  const pieces: Buffer[] = [];
  let small: Buffer[] = [];
  const join = (): void => {
    if (small.length > 0) pieces.push(Buffer.concat(small));
    small = [];
  };
  for (const part of parts) {
    if (part === null || part.length < JOINED_BELOW_BYTES) {
      small.push(part ?? bytes);
    } else {
      join();
      pieces.push(part);
    }
  }
  join();
  return pieces;
}

/** Cuts a piece of HTML where the nonce belongs. */
function cut(html: string): (Buffer | null)[] {
  return html
    .split(NONCE_MARK)
    .flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [null, Buffer.from(part)]));
}

/** Files of a page: scripts and style sheets of the entry and of its own modules. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly entry: string;
}

/** @throws {Error} if the client has not been built. */
export function readManifest(clientDir: string): Manifest {
  return JSON.parse(readFileSync(join(clientDir, ".vite/manifest.json"), "utf8")) as Manifest;
}

/** Finds what a page loads, without duplicates: dependencies first, so that style sheets keep their order. */
export function filesOf(manifest: Manifest, modules: readonly string[]): PageFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(`/${file}`));
    scripts.add(`/${chunk.file}`);
  };
  visit(ENTRY);
  for (const module of modules) visit(`client/${module}`);
  const entry = manifest[ENTRY];
  if (!entry) throw new Error("The built client has no entry.");
  scripts.delete(`/${entry.file}`);
  return { scripts: [...scripts], styles: [...styles], entry: `/${entry.file}` };
}

/** Differences between the built client and development. */
export interface DocumentFiles {
  readonly files: PageFiles;
  /** HTML at the start of the head, for development. */
  readonly extraHead?: string;
}

/** Assembles the HTML document around a rendered page. */
export function assemble(
  page: RenderedPage & { readonly skin?: string },
  preferences: Preferences,
  from: DocumentFiles,
): DocumentParts {
  const { locale, colorScheme, platform } = preferences;
  const { files } = from;
  const head = [
    `<!doctype html><html lang="${locale}" data-scheme="${colorScheme}" data-mantine-color-scheme="${colorScheme === "dark" ? "dark" : "light"}" data-platform="${platform}" data-skin="${escapeAttribute(page.skin ?? "1")}"><head>`,
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">`,
    `<meta name="color-scheme" content="${colorScheme === "auto" ? "light dark" : colorScheme}">`,
    // Vite's loader of lazy chunks reads the nonce here.
    `<meta property="csp-nonce" nonce="${NONCE_MARK}">`,
    from.extraHead?.replaceAll("<script", `<script nonce="${NONCE_MARK}"`) ?? "",
    ...files.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    page.inlineRules && `<style nonce="${NONCE_MARK}">${page.inlineRules}</style>`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="/icons/apple-180.png">`,
    `<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml">`,
    themeColor(colorScheme),
    `<link rel="icon" href="${escapeAttribute(page.favicon ?? DEFAULT_ICON)}">`,
    page.head,
    `</head><body><div id="root">`,
  ].join("");
  const state = `</div><script type="application/json" id="state">${stateText(page.state)}</script>`;
  const end = `${startHtml(files)}${statisticsHtml(page.statistics)}</body></html>`;
  // What people wrote is long and holds no nonce, so it is not searched for one.
  return [...cut(head), Buffer.from(page.body), Buffer.from(state), ...cut(end)];
}

/**
 * Starts the program after the first paint: scripts would take the line from the style sheets, and what is to be read
 * stands on the page already. A hidden page paints nothing and starts at once.
 */
function startHtml({ entry, scripts }: PageFiles): string {
  const start = `const go=()=>{for(const href of ${JSON.stringify(scripts)}){
const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}
import(${JSON.stringify(entry)})};document.hidden?go():requestAnimationFrame(()=>setTimeout(go))`;
  return `<script type="module" nonce="${NONCE_MARK}">${start}</script>`;
}

/** The browser's own frame takes the colour of the header. */
function themeColor(scheme: Preferences["colorScheme"]): string {
  const meta = (color: string, media = "") => `<meta name="theme-color" content="${color}"${media}>`;
  if (scheme !== "auto") return meta(scheme === "dark" ? THEME_COLOR_DARK : THEME_COLOR);
  const dark = meta(THEME_COLOR_DARK, ` media="(prefers-color-scheme: dark)"`);
  return meta(THEME_COLOR, ` media="(prefers-color-scheme: light)"`) + dark;
}

/** JSON that cannot end the script element it stands in: inside of one, only "<" means anything to HTML. */
function stateText(state: unknown): string {
  return JSON.stringify(state).replaceAll("<", "\\u003c");
}

/** The site's statistics script as its administrator wrote it: with script tags or bare. */
function statisticsHtml(script: string): string {
  const text = script.trim();
  if (!text) return "";
  const nonce = `<script nonce="${NONCE_MARK}"`;
  return /<script/i.test(text) ? text.replace(/<script/gi, nonce) : `${nonce}>${text}</script>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

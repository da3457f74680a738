import { readFileSync } from "node:fs";
import { join } from "node:path";
import { THEME_COLOR, THEME_COLOR_DARK } from "./manifest.ts";
import { hashSource, type InlineSources } from "./policy.ts";
import type { Preferences } from "./preferences.ts";
import type { RenderedPage } from "./renderer.ts";
import { statisticsHtml } from "./statisticsHtml.ts";

/** An entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The files of the built client by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = "client/main.tsx";
const DEFAULT_ICON = "/favicon.svg";

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
  /** Modules that plugins import from the page, as an import map. */
  readonly importMap: string;
}

/** An HTML document, and the hashes of what stands in it and the browser should run or apply. */
export interface PageDocument extends InlineSources {
  readonly html: string;
}

/** Parts of a page besides what the client renders. */
export interface PageDetails {
  readonly skin?: string;
  readonly withoutScripts?: string | undefined;
  /** Plugins may run in the page itself. */
  readonly hasTrustedPlugins?: boolean;
}

/** Assembles the HTML document around a rendered page. */
export function assemble(
  page: RenderedPage & PageDetails,
  preferences: Preferences,
  from: DocumentFiles,
): PageDocument {
  const { locale, colorScheme, platform, textSize } = preferences;
  const { files } = from;
  const start = startScript(files);
  const statistics = statisticsHtml(page.statistics);
  const importMap = page.hasTrustedPlugins ? from.importMap : "";
  const html = [
    `<!doctype html><html lang="${locale}" data-scheme="${colorScheme}" data-mantine-color-scheme="${colorScheme === "dark" ? "dark" : "light"}" data-platform="${platform}"${textSize === "normal" ? "" : ` data-text="${textSize}"`} data-skin="${escapeAttribute(page.skin ?? "1")}"><head>`,
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">`,
    `<meta name="color-scheme" content="${colorScheme === "auto" ? "light dark" : colorScheme}">`,
    // Before any module.
    importMap && `<script type="importmap">${importMap}</script>`,
    from.extraHead ?? "",
    ...files.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...page.pluginStyles.map((file) => `<link rel="stylesheet" href="${escapeAttribute(file)}">`),
    page.inlineRules && `<style>${page.inlineRules}</style>`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="/icons/apple-180.png">`,
    `<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml">`,
    themeColor(colorScheme),
    `<link rel="icon" href="${escapeAttribute(page.favicon ?? DEFAULT_ICON)}">`,
    page.head,
    page.withoutScripts &&
      `<noscript><meta http-equiv="refresh" content="0;url=${escapeAttribute(page.withoutScripts)}"></noscript>`,
    `</head><body><div id="root">`,
    page.body,
    `</div><script type="application/json" id="state">${stateText(page.state)}</script>`,
    `<script type="module">${start}</script>${statistics.html}</body></html>`,
  ].join("");
  return {
    html,
    scriptSources: [
      hashSource(start),
      ...(importMap ? [hashSource(importMap)] : []),
      ...statistics.scriptSources,
    ],
    styleSources: page.inlineRules ? [hashSource(page.inlineRules)] : [],
  };
}

/**
 * Starts the program after the first paint: scripts would take the line from the style sheets, and what is to be read
 * stands on the page already. A hidden page paints nothing and starts at once. The entry comes as an element, which
 * 'strict-dynamic' trusts; an import of a script that is allowed by its hash it does not.
 */
function startScript({ entry, scripts }: PageFiles): string {
  return `const add=(name,more)=>document.head.append(Object.assign(document.createElement(name),more));
const go=()=>{for(const href of ${JSON.stringify(scripts)})add("link",{rel:"modulepreload",href});
add("script",{type:"module",src:${JSON.stringify(entry)}})};document.hidden?go():requestAnimationFrame(()=>setTimeout(go))`;
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

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

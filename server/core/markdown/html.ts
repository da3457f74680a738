import type { Token } from "markdown-it";
import { isOwnPicture } from "./albums.ts";
import { addressPlaces, topicPlaces, type Place, type Topics } from "./names.ts";
import { markdownIt } from "./parser.ts";

/** Links that leave the site. */
const FOREIGN = /^(?:https?:)?\/\//i;
/** Names of languages that a block of code may give. */
const LANGUAGE = /^[\w+#.-]{1,30}$/;
const FOREIGN_REL = ' rel="nofollow ugc noopener"';
/** Taller pictures are shown smaller, so that a page is not one picture long. */
const PICTURE_HEIGHT_MAX = 720;

/** Sizes in pixels of our own pictures, by address. */
export type Pictures = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/** Data for rendering beyond the text. */
export interface RenderOptions {
  readonly topics?: Topics;
  readonly pictures?: Pictures;
}

interface Env {
  [key: string | symbol]: unknown;
  options: RenderOptions;
  /** Number of open links: within one, nothing else becomes a link. */
  links: number;
}

/** Writes text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Escapes a text for an attribute in double quotes, or for text. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Writes the start of a link; those that leave the site say so. */
export function linkStart(href: string, { title = "", kind = "" } = {}): string {
  const rel = FOREIGN.test(href) ? FOREIGN_REL : "";
  const titled = title === "" ? "" : ` title="${escapeAttribute(title)}"`;
  return `<a href="${escapeAttribute(href)}"${titled}${kind && ` class="${kind}"`}${rel}>`;
}

/** A place of a text with the link that it becomes. */
interface LinkPlace extends Place {
  readonly start: string;
}

/** Text in which addresses and topics become links. */
function words(text: string, { topics }: RenderOptions): string {
  const places: LinkPlace[] = [];
  if (text.includes("@") || /www\./i.test(text))
    for (const { from, to, url } of addressPlaces(text)) places.push({ from, to, start: linkStart(url) });
  if (topics && topics.size > 0) {
    for (const { from, to, name } of topicPlaces(text)) {
      const id = topics.get(name);
      if (id !== undefined) places.push({ from, to, start: linkStart(`/topic/${id}`, { kind: "topic" }) });
    }
  }
  if (places.length === 0) return escapeText(text);
  places.sort((one, other) => one.from - other.from);
  const parts: string[] = [];
  let reached = 0;
  for (const { from, to, start } of places) {
    if (from < reached) continue;
    parts.push(escapeText(text.slice(reached, from)), start, escapeText(text.slice(from, to)), "</a>");
    reached = to;
  }
  parts.push(escapeText(text.slice(reached)));
  return parts.join("");
}

/** The size at which a picture is shown where there is room; browsers keep the place before it has loaded. */
function shownSize(pictures: Pictures | undefined, src: string): string {
  const size = pictures?.get(src);
  if (!size) return "";
  const scale = Math.min(1, PICTURE_HEIGHT_MAX / size.height);
  const width = Math.max(1, Math.round(size.width * scale));
  return ` width="${width}" height="${Math.round(size.height * scale)}"`;
}

function picture(token: Token, { options, links }: Env): string {
  const src = attribute(token, "src");
  const title = attribute(token, "title");
  const alt = markdownIt.renderer.renderInlineAsText(token.children ?? [], markdownIt.options, {});
  if (isOwnPicture(src)) {
    const titled = title === "" ? "" : ` title="${escapeAttribute(title)}"`;
    const described = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${titled}`;
    return `${described}${shownSize(options.pictures, src)} loading="lazy" decoding="async">`;
  }
  const label = escapeText(alt || src);
  return links > 0 ? label : `${linkStart(src)}${label}</a>`;
}

function code(token: Token): string {
  const language = token.type === "fence" ? (/\S+/.exec(token.info)?.[0] ?? "") : "";
  const named = LANGUAGE.test(language) ? ` class="language-${language}"` : "";
  return `<pre><code${named}>${escapeText(token.content)}</code></pre>\n`;
}

function aligned(tokens: Token[], index: number): string {
  const token = tokens[index]!;
  const align = /^text-align:(left|right|center)$/.exec(attribute(token, "style"))?.[1];
  return `<${token.tag}${align ? ` align="${align}"` : ""}>`;
}

const { rules } = markdownIt.renderer;
rules["text"] = (tokens, index, _options, env) => {
  const { options, links } = env as unknown as Env;
  const { content } = tokens[index]!;
  return links > 0 ? escapeText(content) : words(content, options);
};
rules["code_inline"] = (tokens, index) => `<code>${escapeText(tokens[index]!.content)}</code>`;
rules["code_block"] = (tokens, index) => code(tokens[index]!);
rules["fence"] = rules["code_block"];
rules["s_open"] = () => "<del>";
rules["s_close"] = () => "</del>";
rules["th_open"] = aligned;
rules["td_open"] = aligned;
rules["image"] = (tokens, index, _options, env) => picture(tokens[index]!, env as unknown as Env);
rules["link_open"] = (tokens, index, _options, env) => {
  (env as unknown as Env).links++;
  const token = tokens[index]!;
  return linkStart(attribute(token, "href"), {
    title: attribute(token, "title"),
    kind: attribute(token, "class"),
  });
};
rules["link_close"] = (_tokens, _index, _options, env) => {
  (env as unknown as Env).links--;
  return "</a>";
};
rules["paragraph_open"] = (tokens, index, options, _env, self) => {
  const task = taskAt(tokens, index);
  return `${self.renderToken(tokens, index, options)}${task ? taskBox(task, tokens[index + 1]!) : ""}`;
};
rules["paragraph_close"] = (tokens, index, options, _env, self) =>
  `${taskAt(tokens, index - 2) ? "</label>" : ""}${self.renderToken(tokens, index, options)}`;

/** State of the task whose words the paragraph at a place holds. */
function taskAt(tokens: Token[], index: number): string | undefined {
  return (tokens[index - 1]?.meta as { task?: string } | null)?.task;
}

/** The box of a task within its label, which is open; a task of pictures without words is named by its signs. */
function taskBox(task: string, words: Token): string {
  const isDone = task === "done";
  const isNamed = markdownIt.renderer.renderInlineAsText(words.children ?? [], markdownIt.options, {}).trim();
  const name = isNamed ? "" : ` aria-label="${isDone ? "[x]" : "[ ]"}"`;
  return `<label><input type="checkbox"${isDone ? " checked" : ""} disabled${name}> `;
}

/** Tokens as HTML, which consists of what `test/markdown/safe.test.ts` allows and of nothing else. */
export function htmlOf(tokens: Token[], options: RenderOptions): string {
  const env: Env = { options, links: 0 };
  return markdownIt.renderer.render(tokens, markdownIt.options, env).trimEnd();
}

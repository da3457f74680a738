import { hashSource } from "./policy.ts";

/** The statistics script of the site as HTML, and the hashes of the scripts that stand in it. */
export interface StatisticsHtml {
  readonly html: string;
  readonly scriptSources: readonly string[];
}

/** A script element as the administrator wrote it. */
interface ScriptElement {
  /** Text between the name of the tag and its end. */
  readonly written: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

const NONE: StatisticsHtml = { html: "", scriptSources: [] };
const SCRIPT_START = "<script";
const SCRIPT_END = "</script";
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s{0,9}=\s{0,9}("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * Runs the elements in their order: a file without `async` holds up those behind it, as in the page itself. What a script
 * adds to the page is trusted as the script is, so files need no nonce; inline texts are allowed by their hashes.
 */
const RUN_IN_ORDER = `const next=()=>{const item=items.shift();if(!item)return;
const element=document.createElement("script");for(const name in item.attributes)element.setAttribute(name,item.attributes[name]);
const waits=item.attributes.src&&!("async"in item.attributes);element.async=!waits;element.text=item.text;
if(waits)element.onload=element.onerror=next;document.body.append(element);if(!waits)next()};next()`;

/**
 * Writes the site's statistics script into a page: with script tags or bare. Scripts that stand in it run where they are;
 * as soon as one is a file, a script of ours adds them all, since a policy of hashes lets no tag load a file.
 */
export function statisticsHtml(script: string): StatisticsHtml {
  const written = script.replace(/\r\n?/g, "\n").trim();
  if (!written) return NONE;
  const { elements, rest } = parse(written);
  if (elements.length === 0) return inline([{ written: "", attributes: {}, text: written }], "");
  if (elements.some(({ attributes }) => attributes["src"] !== undefined)) return loader(elements, rest);
  return inline(elements, rest);
}

function inline(elements: readonly ScriptElement[], rest: string): StatisticsHtml {
  const html = elements.map(({ written, text }) => `<script${written}>${text}</script>`);
  return { html: html.join("") + rest, scriptSources: elements.map(({ text }) => hashSource(text)) };
}

function loader(elements: readonly ScriptElement[], rest: string): StatisticsHtml {
  const items = JSON.stringify(elements.map(({ attributes, text }) => ({ attributes, text }))).replaceAll(
    "<",
    "\\u003c",
  );
  const text = `{const items=${items};${RUN_IN_ORDER}}`;
  const inlineTexts = elements.flatMap((element) => (element.text ? [hashSource(element.text)] : []));
  return {
    html: `<script>${text}</script>${rest}`,
    scriptSources: [hashSource(text), ...inlineTexts],
  };
}

/** Separates script elements from other HTML, in one pass. A script without an end goes to the end of the text. */
function parse(written: string): { elements: ScriptElement[]; rest: string } {
  // Letters of other scripts may change their length.
  const lower = written.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const elements: ScriptElement[] = [];
  let rest = "";
  let at = 0;
  for (;;) {
    const start = lower.indexOf(SCRIPT_START, at);
    const open = start < 0 ? -1 : lower.indexOf(">", start);
    if (open < 0) return { elements, rest: rest + written.slice(at) };
    rest += written.slice(at, start);
    const end = lower.indexOf(SCRIPT_END, open);
    const tag = written.slice(start + SCRIPT_START.length, open);
    elements.push({
      written: tag,
      attributes: attributesOf(tag),
      text: written.slice(open + 1, end < 0 ? undefined : end),
    });
    const close = end < 0 ? -1 : lower.indexOf(">", end);
    if (close < 0) return { elements, rest };
    at = close + 1;
  }
}

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value = ""] of tag.matchAll(ATTRIBUTE)) {
    const bare = /^["']/.test(value) ? value.slice(1, -1) : value;
    attributes[name!.toLowerCase()] = bare.replaceAll("&amp;", "&");
  }
  return attributes;
}

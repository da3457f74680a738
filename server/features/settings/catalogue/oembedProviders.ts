import type { Sentence } from "../../../core/locale.ts";

/** Sites that answer by oEmbed, as the owner lists them: a line each, `name | patterns | endpoint`. */

/** Maximum sites of the list. */
const PROVIDERS_MAX = 50;
const PATTERNS_MAX = 10;
const NAME_MAX = 50;
const ADDRESS_MAX = 200;
/** Maximum characters of a wrong line in an error message. */
const LINE_SHOWN_MAX = 80;
const ENDPOINT = /^https?:\/\/[^\s"<>#*]+$/;
/** A host, perhaps with names below it, and a path in which stars stand for any characters. */
const PATTERN = /^https?:\/\/((?:\*\.)?[^\s/*?#@"<>]+)(\/[^\s"<>#]*)$/;

/** Addresses of pages: their host, and the parts of their path and query between stars. */
interface AddressPattern {
  readonly host: string;
  readonly parts: readonly string[];
}

/** A site that answers by oEmbed. */
export interface OembedProvider {
  readonly name: string;
  readonly patterns: readonly AddressPattern[];
  readonly endpoint: string;
}

/** Sites with public endpoints whose videos are known here. */
export const DEFAULT_PROVIDERS = [
  "YouTube | https://*.youtube.com/watch* https://*.youtube.com/shorts/* https://youtu.be/* | https://www.youtube.com/oembed",
  "Vimeo | https://vimeo.com/* https://*.vimeo.com/* | https://vimeo.com/api/oembed.json",
].join("\n");

function parsePattern(text: string): AddressPattern | null {
  const [, host, path] = PATTERN.exec(text) ?? [];
  return host !== undefined && path !== undefined && text.length <= ADDRESS_MAX
    ? { host: host.toLowerCase(), parts: path.split("*") }
    : null;
}

function parseLine(line: string): OembedProvider | null {
  const [name = "", written = "", endpoint = "", ...rest] = line.split("|").map((part) => part.trim());
  const patterns = written.split(/\s+/).map(parsePattern);
  const isAddress = ENDPOINT.test(endpoint) && endpoint.length <= ADDRESS_MAX && URL.canParse(endpoint);
  if (name === "" || name.length > NAME_MAX || !isAddress || rest.length > 0) return null;
  if (patterns.length > PATTERNS_MAX || !patterns.every((pattern) => pattern !== null)) return null;
  return { name, patterns, endpoint };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Parses the list; lines that are none are left out. */
export function oembedProviders(text: string): OembedProvider[] {
  return linesOf(text)
    .map(parseLine)
    .filter((provider) => provider !== null);
}

/** Finds the first thing that is wrong with a list; null if nothing is. */
export function wrongProviders(text: string): Sentence | null {
  const lines = linesOf(text);
  if (lines.length > PROVIDERS_MAX)
    return { zh: `最多 ${PROVIDERS_MAX} 个网站`, en: `has at most ${PROVIDERS_MAX} sites.` };
  const wrong = lines.find((line) => parseLine(line) === null)?.slice(0, LINE_SHOWN_MAX);
  if (wrong === undefined) return null;
  return {
    zh: `中的“${wrong}”不是“名称 | 网址规则 | oEmbed 接口”`,
    en: `holds "${wrong}", which is not "name | address patterns | oEmbed endpoint".`,
  };
}

/** True if an address begins with the first part, ends with the last and has the others between them, in order. */
function fits(address: string, [first = "", ...parts]: readonly string[]): boolean {
  const last = parts.pop();
  if (last === undefined) return address === first;
  if (!address.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const place = address.indexOf(part, at);
    if (place < 0) return false;
    at = place + part.length;
  }
  return address.length - at >= last.length && address.endsWith(last);
}

/** Finds the site that a page is of. */
export function providerOf(page: URL, providers: readonly OembedProvider[]): OembedProvider | undefined {
  const isOn = (host: string): boolean =>
    host.startsWith("*.")
      ? page.host === host.slice(2) || page.host.endsWith(host.slice(1))
      : page.host === host;
  return providers.find(({ patterns }) =>
    patterns.some(({ host, parts }) => isOn(host) && fits(page.pathname + page.search, parts)),
  );
}

import { createHash } from "node:crypto";

/** An address as the patterns of former forums read it. */
export interface OldUrl {
  /** Decoded, without a slash at its end. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A parameter that only asks for another view of the same thing has no part in the key of an address. */
const KEY_PARAMETERS: ReadonlySet<string> = new Set(
  "mod goto do mode id tid fid gid uid pid ptid aid t f p u un avatar username userId threadId topicId start page".split(
    " ",
  ),
);
/** Bytes of GBK as characters; decoders make something of others, too. */
const GBK = /^(?:[\0-\x7f]|[\x81-\xfe][\x40-\x7e\x80-\xfe])*$/;
const SITE = "http://old.invalid";

/** Reads an address, whole or from its path on; null if it is none. */
export function readOldUrl(address: string): OldUrl | null {
  if (!URL.canParse(address, SITE)) return null;
  const { pathname, search } = new URL(address, SITE);
  const path = decoded(pathname);
  const query = new URLSearchParams();
  for (const pair of search.slice(1).split("&")) {
    const [name, value] = pair.split(/=(.*)/s, 2).map((text) => decoded(text.replaceAll("+", " ")));
    if (path === null || name === null || value === null) return null;
    if (name) query.append(name, value ?? "");
  }
  return path === null ? null : { path: path.replace(/\/+/g, "/").replace(/(?<=.)\/$/, ""), query };
}

/** Decodes a part of an address: from UTF-8, or from GBK as old Chinese forums wrote names; null if it is neither. */
function decoded(escaped: string): string | null {
  try {
    return decodeURIComponent(escaped);
  } catch {
    const byte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
    const bytes = escaped.replace(/%([0-9a-f]{2})/gi, byte);
    if (!GBK.test(bytes)) return null;
    const text = new TextDecoder("gbk").decode(Buffer.from(bytes, "latin1"));
    return text.includes("\ufffd") ? null : text;
  }
}

/** Paths that hold the name of a member; only Discuz! X writes them in GBK. */
const NAMED_PATH = /^([^?]*\/space-username-)([^/?]{1,600})(\.html)(?=\?|$)/;

/**
 * Writes the name of a member in the path of an address of Discuz! X in UTF-8, which all paths are read as.
 * @returns the address as it is, if it is none, or if what it has is no GBK either
 */
export function inUtf8(address: string): string {
  const [head = "", before = "", escaped = "", end = ""] = NAMED_PATH.exec(address) ?? [];
  if (!escaped || !isWhole(escaped)) return address;
  const name = decoded(escaped);
  return name === null ? address : before + encodeURIComponent(name) + end + address.slice(head.length);
}

/** True if each percent sign begins a byte. */
function isWhole(escaped: string): boolean {
  return !/%(?![\da-f]{2})/i.test(escaped);
}

/** Makes the key of an address: a digest of its path and of the parameters that say what it shows. */
export function keyOfAddress({ path, query }: OldUrl): string {
  const pairs = [...query].filter(([name]) => KEY_PARAMETERS.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = [path, ...pairs.map(([name, value]) => `${name}=${value}`)].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

import { withoutEnd } from "../../core/text.ts";
import { type BodyReferences, postHref } from "./body.ts";
import type { Addresses } from "./writer.ts";

/**
 * Addresses of old sites, as texts name them, and those that the same things have here. Paths only: an address with a host
 * is one of the site if it begins with the site's.
 */

type Rule = readonly [pattern: RegExp, kind: "thread" | "post" | "user" | "floor"];

const SCHEME = /^https?:/i;

/** Gives the path of an address of a site, without a slash in front; null for addresses of others. */
export function ownPath(href: string, site = ""): string | null {
  const base = withoutEnd(site.replace(SCHEME, ""), "/");
  const address = href.replaceAll("&amp;", "&").replace(SCHEME, "");
  const isOwn = base !== "" && address.startsWith(`${base}/`);
  if (!isOwn && (SCHEME.test(href) || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address))) return null;
  return (isOwn ? address.slice(base.length) : address).replace(/^(?:\.?\/)+/, "");
}

/** @param names finds the name of a member in a path */
function addressesBy(
  rules: readonly Rule[],
  references: BodyReferences,
  site?: string,
  names?: RegExp,
): Addresses {
  return (href) => {
    const path = ownPath(href, site);
    if (path === null) return null;
    for (const [pattern, kind] of rules) {
      const [id, number] = pattern.exec(path)?.slice(1).map(Number) ?? [];
      const page = id === undefined ? null : pageOf(kind, id, number ?? 0, references);
      if (page !== null) return page;
    }
    const name = names?.exec(path)?.[1];
    return name === undefined ? null : userPage(decoded(name), references);
  };
}

function pageOf(kind: Rule[1], id: number, number: number, references: BodyReferences): string | null {
  if (kind === "user") return userPage(id, references);
  const post =
    kind === "post"
      ? references.post(id)
      : kind === "floor"
        ? (references.floor?.(id, number) ?? null)
        : null;
  if (post) return postHref(post);
  const thread = kind === "post" ? null : references.thread(id);
  return thread && `/thread/${thread.id}`;
}

function userPage(idOrName: number | string, references: BodyReferences): string | null {
  const member = references.member(idOrName);
  return member && `/user/${member.id}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const DISCUZ_Q: readonly Rule[] = [
  [/^thread\/(\d{1,15})(?:[?#]|$)/, "thread"],
  [/^(?:pages\/)?topic\/index\?id=(\d{1,15})/, "thread"],
  [/^thread\/index\?id=(\d{1,15})/, "thread"],
  [/^user\/(\d{1,15})(?:[?#]|$)/, "user"],
  [/^pages\/profile\/index\?userId=(\d{1,15})/, "user"],
];
const DISCUZ_X: readonly Rule[] = [
  [/^(?:forum|redirect)\.php\?(?:.{0,200}&)?goto=findpost&(?:.{0,200}&)?pid=(\d{1,15})/, "post"],
  [/^forum\.php\?mod=viewthread&(?:.{0,200}&)?tid=\d{1,15}.{0,200}#pid(\d{1,15})/, "post"],
  [/^forum\.php\?mod=viewthread&(?:.{0,200}&)?tid=(\d{1,15})/, "thread"],
  [/^viewthread\.php\?tid=(\d{1,15})/, "thread"],
  [/^thread-(\d{1,15})-\d+-\d+\.html/, "thread"],
  [/^home\.php\?mod=space&(?:.{0,200}&)?uid=(\d{1,15})/, "user"],
  [/^(?:space-uid-|\?)(\d{1,15})(?:\.html|$)/, "user"],
];
const PHPBB: readonly Rule[] = [
  [/^viewtopic\.php\?(?:.{0,200}&)?p=(\d{1,15})/, "post"],
  [/^viewtopic\.php\?.{0,200}#p(\d{1,15})/, "post"],
  [/^viewtopic\.php\?(?:.{0,200}&)?t=(\d{1,15})/, "thread"],
  [/^memberlist\.php\?mode=viewprofile&u=(\d{1,15})/, "user"],
];
const FLARUM: readonly Rule[] = [
  [/^d\/(\d{1,15})(?:-[^/?#]{0,300})?\/(\d{1,9})/, "floor"],
  [/^d\/(\d{1,15})/, "thread"],
];
const NODEBB: readonly Rule[] = [
  [/^post\/(\d{1,15})/, "post"],
  [/^topic\/(\d{1,15})/, "thread"],
  [/^uid\/(\d{1,15})/, "user"],
];
const DISCOURSE: readonly Rule[] = [
  [/^t\/(?:[^/?#]{0,300}\/)?(\d{1,15})\/(\d{1,9})/, "floor"],
  [/^t\/(?:[^/?#]{0,300}\/)?(\d{1,15})/, "thread"],
  [/^p\/(\d{1,15})/, "post"],
];
/** Pages of members by their names: of Flarum and Discourse, and of NodeBB. */
const [SHORT_NAMES, NAMES] = [/^u\/([^/?#]{1,100})/, /^user\/([^/?#]{1,100})/];

/** Addresses of Discuz! Q. */
export function discuzQAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(DISCUZ_Q, references, site);
}

/** Addresses of Discuz! X. */
export function discuzXAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(DISCUZ_X, references, site);
}

/** Addresses of phpBB. */
export function phpbbAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(PHPBB, references, site);
}

/** Addresses of Flarum. */
export function flarumAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(FLARUM, references, site, SHORT_NAMES);
}

/** Addresses of NodeBB. */
export function nodebbAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(NODEBB, references, site, NAMES);
}

/** Addresses of Discourse. */
export function discourseAddresses(references: BodyReferences, site?: string): Addresses {
  return addressesBy(DISCOURSE, references, site, SHORT_NAMES);
}

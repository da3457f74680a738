import { type BodyReferences, postHref } from "./body.ts";
import type { Addresses } from "./writer.ts";

/**
 * Addresses of old sites, as texts name them, and those that the same things have here. Paths only: an address with a host
 * is one of the site if it begins with the site's.
 */

type Rule = readonly [
  pattern: RegExp,
  address: (ids: readonly number[], references: BodyReferences) => string | null,
];

const threadHref = (id: number | undefined, references: BodyReferences): string | null => {
  const thread = references.thread(id ?? 0);
  return thread && `/thread/${thread.id}`;
};
const userHref = (idOrName: number | string, references: BodyReferences): string | null => {
  const member = references.member(idOrName);
  return member && `/user/${member.id}`;
};
const postAddress = (id: number | undefined, references: BodyReferences): string | null => {
  const post = references.post(id ?? 0);
  return post && postHref(post);
};
const floorHref = (thread: number, number: number, references: BodyReferences): string | null => {
  const post = references.floor?.(thread, number) ?? null;
  return post ? postHref(post) : threadHref(thread, references);
};

function addressesBy(
  rules: readonly Rule[],
  references: BodyReferences,
  site = "",
  file: (path: string) => string | null = () => null,
): Addresses {
  const base = site.replace(/\/+$/, "");
  return (href) => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href) && !(base !== "" && href.startsWith(`${base}/`)))
      return null;
    const path = (base !== "" && href.startsWith(`${base}/`) ? href.slice(base.length) : href)
      .replaceAll("&amp;", "&")
      .replace(/^(?:\.?\/)+/, "");
    for (const [pattern, address] of rules) {
      const match = pattern.exec(path);
      const found = match && address(match.slice(1).map(Number), references);
      if (found) return found;
    }
    return file(path);
  };
}

/** Addresses of Discuz! Q. */
export function discuzQAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [/^thread\/(\d{1,15})(?:[?#]|$)/, ([id], known) => threadHref(id, known)],
    [/^(?:pages\/)?topic\/index\?id=(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^thread\/index\?id=(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^user\/(\d{1,15})(?:[?#]|$)/, ([id], known) => userHref(id!, known)],
    [/^pages\/profile\/index\?userId=(\d{1,15})/, ([id], known) => userHref(id!, known)],
  ];
  return addressesBy(rules, references, site);
}

/** Addresses of Discuz! X. */
export function discuzXAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [
      /^forum\.php\?mod=redirect&goto=findpost&(?:.{0,200}&)?pid=(\d{1,15})/,
      ([id], known) => postAddress(id, known),
    ],
    [
      /^forum\.php\?mod=viewthread&(?:.{0,200}&)?tid=\d{1,15}.{0,200}#pid(\d{1,15})/,
      ([id], known) => postAddress(id, known),
    ],
    [/^forum\.php\?mod=viewthread&(?:.{0,200}&)?tid=(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^viewthread\.php\?tid=(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^thread-(\d{1,15})-\d+-\d+\.html/, ([id], known) => threadHref(id, known)],
    [/^home\.php\?mod=space&(?:.{0,200}&)?uid=(\d{1,15})/, ([id], known) => userHref(id!, known)],
    [/^(?:space-uid-|\?)(\d{1,15})(?:\.html|$)/, ([id], known) => userHref(id!, known)],
  ];
  return addressesBy(rules, references, site);
}

/** Addresses of phpBB. */
export function phpbbAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [/^viewtopic\.php\?(?:.{0,200}&)?p=(\d{1,15})/, ([id], known) => postAddress(id, known)],
    [/^viewtopic\.php\?.{0,200}#p(\d{1,15})/, ([id], known) => postAddress(id, known)],
    [/^viewtopic\.php\?(?:.{0,200}&)?t=(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^memberlist\.php\?mode=viewprofile&u=(\d{1,15})/, ([id], known) => userHref(id!, known)],
  ];
  return addressesBy(rules, references, site);
}

/** Addresses of Flarum. */
export function flarumAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [/^d\/(\d{1,15})(?:-[^/?#]{0,300})?\/(\d{1,9})/, ([id, number], known) => floorHref(id!, number!, known)],
    [/^d\/(\d{1,15})/, ([id], known) => threadHref(id, known)],
  ];
  return addressesBy(rules, references, site, (path) => nameHref(/^u\/([^/?#]{1,100})/, path, references));
}

/** Addresses of NodeBB, uploads included. */
export function nodebbAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [/^post\/(\d{1,15})/, ([id], known) => postAddress(id, known)],
    [/^topic\/(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^uid\/(\d{1,15})/, ([id], known) => userHref(id!, known)],
  ];
  return addressesBy(rules, references, site, (path) => nameHref(/^user\/([^/?#]{1,100})/, path, references));
}

/** Addresses of Discourse. */
export function discourseAddresses(references: BodyReferences, site?: string): Addresses {
  const rules: readonly Rule[] = [
    [
      /^t\/(?:[^/?#]{0,300}\/)?(\d{1,15})\/(\d{1,9})/,
      ([id, number], known) => floorHref(id!, number!, known),
    ],
    [/^t\/(?:[^/?#]{0,300}\/)?(\d{1,15})/, ([id], known) => threadHref(id, known)],
    [/^p\/(\d{1,15})/, ([id], known) => postAddress(id, known)],
  ];
  return addressesBy(rules, references, site, (path) => nameHref(/^u\/([^/?#]{1,100})/, path, references));
}

function nameHref(pattern: RegExp, path: string, references: BodyReferences): string | null {
  const name = pattern.exec(path)?.[1];
  return name === undefined ? null : userHref(decoded(name), references);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

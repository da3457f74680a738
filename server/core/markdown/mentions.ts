import type { Token } from "markdown-it";
import { nameKey } from "../text.ts";
import { escapeText, linkStart } from "./html.ts";

/**
 * Mentions: links whose text begins with @ and that lead to the page of a member, as in `[@name](/user/42)`. The id says
 * who is meant; the name is read again whenever the text is shown.
 */

/** Members that one text mentions; further ones stay plain text. Quotes have the same number of their own. */
export const MENTIONS_MAX = 20;
/** Page of a member, as links name it. */
const USER_PAGE = /^\/user\/0*([1-9]\d{0,14})\/?(?:[?#]|$)/;
/** A mention as the renderer writes it. */
const RENDERED = /<a href="\/user\/(\d{1,15})" class="mention">@([^<]*)<\/a>/g;

/** A member as a mention shows them. */
export interface MentionedUser {
  readonly nickname: string;
  /** The account is erased: the mention leads nowhere. */
  readonly isGone: boolean;
}
/** Members by id. */
export type MentionedUsers = ReadonlyMap<number, MentionedUser>;

/** Ids of the members whom a text mentions, in order, each once. */
export interface Mentions {
  /** Those that it mentions itself. */
  readonly own: readonly number[];
  /** Those that only its quotes mention. */
  readonly quoted: readonly number[];
}

/** A mention among the pieces of a paragraph: a link, or a picture that a `!` in front of a link would make of it. */
interface MentionPiece {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** The text as written. */
  readonly text: string;
}

/** Gives the member whom a link mentions; null for other links. */
function userOf(href: string, text: string, site: string): number | null {
  const path = site !== "" && href.startsWith(`${site}/`) ? href.slice(site.length) : href;
  const id = USER_PAGE.exec(path)?.[1];
  return id !== undefined && nameKey(text).startsWith("@") ? Number(id) : null;
}

function textOf(pieces: readonly Token[]): string {
  return pieces.map(({ type, content }) => (type === "image" ? "" : content)).join("");
}

function piecesOf(children: readonly Token[], site: string): MentionPiece[] {
  const pieces: MentionPiece[] = [];
  for (let at = 0; at < children.length; at++) {
    const token = children[at]!;
    const isImage = token.type === "image";
    if (!isImage && token.type !== "link_open") continue;
    const from = at;
    if (!isImage) while (children[at]!.type !== "link_close") at++;
    const text = isImage ? token.content : textOf(children.slice(from, at));
    const id = userOf(String(token.attrGet(isImage ? "src" : "href")), text, site);
    if (id !== null) pieces.push({ id, from, to: at + 1, text });
  }
  return pieces;
}

/**
 * Finds the members whom a text mentions.
 * @param site address of this site, which links may write out
 */
export function mentionsOf(tokens: readonly Token[], site: string): Mentions {
  const [own, quoted] = [new Set<number>(), new Set<number>()];
  let depth = 0;
  for (const { type, children } of tokens) {
    if (type === "blockquote_open") depth++;
    else if (type === "blockquote_close") depth--;
    for (const { id } of piecesOf(children ?? [], site)) (depth > 0 ? quoted : own).add(id);
  }
  const named = [...own].slice(0, MENTIONS_MAX);
  const others = [...quoted].filter((id) => !named.includes(id));
  return { own: named, quoted: others.slice(0, MENTIONS_MAX) };
}

/**
 * Gives tokens in which mentions show the names that members have, whatever was written: nobody is shown as somebody else.
 * Mentions of nobody become plain text. The tokens given stay as they are.
 * @param site see `mentionsOf`
 */
export function withNames(tokens: readonly Token[], users: MentionedUsers, site: string): Token[] {
  return tokens.map((token) => {
    const pieces = piecesOf(token.children ?? [], site);
    return pieces.length === 0 ? token : derived(token, { children: named(token.children!, pieces, users) });
  });
}

function derived(token: Token, changes: Partial<Token>): Token {
  return Object.assign(Object.create(token) as Token, changes);
}

function named(children: readonly Token[], pieces: readonly MentionPiece[], users: MentionedUsers): Token[] {
  const result: Token[] = [];
  let reached = 0;
  for (const { id, from, to, text } of pieces) {
    result.push(...children.slice(reached, from));
    reached = to;
    const first = children[from]!;
    const words = (content: string) => derived(first, { type: "text", attrs: null, content, children: null });
    if (first.type === "image") result.push(words("!"));
    const user = users.get(id);
    const shown = words(user ? `@${user.nickname}` : text);
    if (!user || user.isGone) result.push(shown);
    else {
      const attrs: [string, string][] = [
        ["href", `/user/${id}`],
        ["class", "mention"],
      ];
      result.push(derived(first, { type: "link_open", attrs }), shown);
      result.push(derived(first, { type: "link_close", attrs: null }));
    }
  }
  return [...result, ...children.slice(reached)];
}

/** The members whom a rendered text mentions, by the key of the name that it shows. */
export function mentionedIn(html: string): Map<string, number> {
  const users = new Map<string, number>();
  if (!html.includes('class="mention"')) return users;
  for (const [, id, name] of html.matchAll(RENDERED)) {
    const key = nameKey(name!.replaceAll("&amp;", "&"));
    if (!users.has(key)) users.set(key, Number(id));
  }
  return users;
}

/** Gives a rendered text with the names that members have now. */
export function withNamesInHtml(html: string, users: MentionedUsers): string {
  return html.replace(RENDERED, (written, id: string) => {
    const user = users.get(Number(id));
    if (!user) return written;
    const name = `@${escapeText(user.nickname)}`;
    return user.isGone ? name : `${linkStart(`/user/${id}`, { kind: "mention" })}${name}</a>`;
  });
}

import type { OldUrl } from "./oldUrl.ts";

/** A thing that an address of a former forum showed, by the ids that it had there. */
export type OldPlace =
  | { readonly kind: "home" | "categories" }
  /** `position` counts the posts of the thread from 1, its first post included. */
  | { readonly kind: "thread"; readonly id: number; readonly position?: number }
  | { readonly kind: "post"; readonly id: number; readonly threadId: number | null }
  | { readonly kind: "member" | "category" | "topic" | "file"; readonly id: number }
  | { readonly kind: "memberName"; readonly name: string }
  /** A feed of the site without an id. */
  | { readonly kind: "feed"; readonly of: "site" }
  | { readonly kind: "feed"; readonly of: "thread" | "category"; readonly id: number };

/** Reads an address of one kind of forum; null if none of its patterns fits. */
export type ReadPlace = (url: OldUrl, postsPerPage: number) => OldPlace | null;

/** Reads an id or a number of a page; null for anything else. */
export function numberOf(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null;
}

/** A thing by its id; null without one. */
export function thing(
  kind: "member" | "category" | "topic" | "file",
  id: string | null | undefined,
): OldPlace | null {
  const number = numberOf(id);
  return number === null ? null : { kind, id: number };
}

/** A member by the name that others see; null without one. */
export function memberNamed(name: string | null | undefined): OldPlace | null {
  return name ? { kind: "memberName", name } : null;
}

/** A thread from a post on, counted from 1; null without an id. */
export function threadAt(id: string | null | undefined, position?: number | null): OldPlace | null {
  const number = numberOf(id);
  return number === null ? null : { kind: "thread", id: number, ...(position ? { position } : {}) };
}

/** A page of a thread, counted from 1; null without an id. */
export function threadPage(
  id: string | null | undefined,
  page: string | null | undefined,
  postsPerPage: number,
): OldPlace | null {
  return threadAt(id, ((numberOf(page) ?? 1) - 1) * postsPerPage + 1);
}

/** A post; the thread if only that is named. */
export function postAt(id: string | null | undefined, threadId: string | null | undefined): OldPlace | null {
  const number = numberOf(id);
  return number === null ? threadAt(threadId) : { kind: "post", id: number, threadId: numberOf(threadId) };
}

/** The feed of a thread or category; that of the site without an id. */
export function feedOf(of: "thread" | "category", id: string | null | undefined): OldPlace {
  const number = numberOf(id);
  return number === null ? { kind: "feed", of: "site" } : { kind: "feed", of, id: number };
}

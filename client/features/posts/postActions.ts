import type { PostFoot_PostFragment } from "../../gql/graphql.ts";
import { type LateActions, lateActions } from "../../platform/lateActions.ts";

/** The writing that is open: an answer to a reply or to one of its comments, or a change below a reply. */
export interface OpenComposer {
  kind: "comment" | "edit";
  /** The reply below which it stands. */
  parentId: string;
  /** Reply or comment that is answered or changed. */
  postId: string;
  /** Name of the author who is answered; null for changes and for anonymous authors. */
  name: string | null;
  /** Number of the reply that is answered, if it is one. */
  number: number | null;
}

/**
 * Actions that rows can request; the object stays the same as long as the page stands, so that rows need not render
 * again.
 */
export interface PostActions {
  like(post: PostFoot_PostFragment): void;
  answer(post: PostFoot_PostFragment): void;
  quote(post: PostFoot_PostFragment): void;
  restore(postId: string): void;
  edit(postId: string): void;
  openMenu(anchor: HTMLElement, post: PostFoot_PostFragment): void;
}

/** Actions of rows, carried out by `PostActor` once it is there. */
export function latePostActions(): LateActions<PostActions> {
  return lateActions<PostActions>(["like", "answer", "quote", "restore", "edit", "openMenu"]);
}

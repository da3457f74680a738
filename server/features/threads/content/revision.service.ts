import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { insert } from "../../../core/write.ts";
import { Revision } from "./revision.entity.ts";
import type { Thread } from "../thread.entity.ts";
import { REVISIONS_MAX, revisionsOf } from "../thread.loaders.ts";
import { canSeeAuthor, canSeeRevisions } from "../thread.policy.ts";

/** The edited content: a thread, or a reply. */
export type Edited = { readonly threadId: number } | { readonly postId: number };

/** Versions beyond them that one edit deletes: those from before they were counted go little by little. */
const DELETED_TOGETHER = 20;

/**
 * Stores a thread or reply as it was before the viewer's edit, and deletes what is older than the newest versions, in the
 * caller's transaction.
 * @returns the revision's id
 */
export async function storeRevision(
  ctx: Context,
  edited: Edited,
  { title = null, body }: { readonly title?: string | null; readonly body: string },
): Promise<number> {
  const editorId = ctx.viewer.id;
  const id = await insert(ctx, Revision, { ...edited, title, body, editorId, createdAt: ctx.now });
  const order = { id: "DESC" } as const;
  const page = { skip: REVISIONS_MAX, take: DELETED_TOGETHER };
  const old = await ctx.db.find(Revision, { select: { id: true }, where: edited, order, ...page });
  if (old.length > 0) await ctx.db.delete(Revision, { id: In(old.map((each) => each.id)) });
  return id;
}

/**
 * Lists the earlier versions of a thread, newest first; none for viewers who may not edit it. Where the author is
 * anonymous to the viewer, their edits have the editor 0.
 */
export async function listRevisions(ctx: Context, thread: Thread): Promise<Revision[]> {
  if (thread.revisionCount === 0 || !canSeeRevisions(ctx.viewer, thread)) return [];
  const revisions = (await load(ctx, revisionsOf, thread.id)) ?? [];
  if (canSeeAuthor(ctx.viewer, thread)) return revisions;
  for (const revision of revisions) {
    if (revision.editorId === thread.authorId) revision.editorId = 0;
  }
  return revisions;
}

/** Gives the earlier versions of a text to another, which is the same text in another place. @returns how many */
export async function moveRevisions(
  ctx: Context,
  from: Edited,
  to: { readonly threadId: number | null; readonly postId: number | null },
): Promise<number> {
  return (await ctx.db.update(Revision, from, to)).affected ?? 0;
}

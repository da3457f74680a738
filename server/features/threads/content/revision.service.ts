import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { insert } from "../../../core/write.ts";
import { Revision } from "./revision.entity.ts";
import type { Thread } from "../thread.entity.ts";
import { revisionsOf } from "../thread.loaders.ts";
import { canSeeAuthor, canSeeRevisions } from "../thread.policy.ts";

/** The edited content: a thread, or a reply. */
export type Edited = { readonly threadId: number } | { readonly postId: number };

/** Stores a thread or reply as it was before the viewer's edit, in the caller's transaction. @returns the revision's id */
export function storeRevision(
  ctx: Context,
  edited: Edited,
  { title = null, body }: { readonly title?: string | null; readonly body: string },
): Promise<number> {
  const editorId = ctx.viewer.id;
  return insert(ctx, Revision, { ...edited, title, body, editorId, createdAt: ctx.now });
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

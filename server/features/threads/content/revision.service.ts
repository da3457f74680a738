import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { insert } from "../../../core/write.ts";
import { Revision } from "./revision.entity.ts";
import type { Thread } from "../thread.entity.ts";
import { revisionsOf } from "../thread.loaders.ts";
import { canSeeAuthor, canSeeRevisions } from "../thread.policy.ts";

/** The edited content: a thread, or a reply. */
export type Edited = { readonly threadId: number } | { readonly postId: number };

/** Keeps what a thread or reply said before the viewer's edit, in the caller's transaction. @returns the revision's id */
export function keepRevision(
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

import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import type { Revision } from "./revision.entity.ts";
import type { Thread } from "./thread.entity.ts";
import { revisionsOf } from "./thread.loaders.ts";
import { canSeeAuthor, canSeeRevisions } from "./thread.policy.ts";

/**
 * What a thread said before, newest first; nothing for who may not edit it. Where the author is anonymous to the viewer,
 * their edits have the editor 0.
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

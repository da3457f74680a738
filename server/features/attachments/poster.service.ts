import { readFile } from "node:fs/promises";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { lockById } from "../../core/write.ts";
import { Attachment, UploadKind } from "./attachment.entity.ts";
import { canUploadMedia } from "./attachment.policy.ts";
import { isUnused } from "./cleanup.sql.ts";
import { extensionOf } from "./fileKinds.ts";
import { mediaKindOf } from "./media.ts";
import { removeWithRenditions } from "./pictures/renditions.ts";
import { locationOf, newPosterPath, removeStored, store } from "./storage.ts";

/** Input of `setVideoPoster`. */
export interface PosterChoice {
  /** The video. */
  readonly attachmentId: number;
  readonly pictureId: number;
}

/** A video and the picture that becomes its poster. */
interface Pair {
  readonly video: Attachment;
  readonly picture: Attachment;
}

/**
 * Makes a picture that nothing uses the poster of a video, both uploads of the viewer. The picture ceases to be an upload
 * of its own; the poster goes when the video goes, and only readers of the video see it.
 * @throws {DomainError} FORBIDDEN without `thread.insertVideo`; NOT_FOUND naming `attachmentId` for anything but an own
 *   video, and `pictureId` for anything but an own picture that nothing uses.
 */
export const setVideoPoster = verb({
  name: "setVideoPoster",
  who: "member",
  publishes: true,
  rate: "upload",
  async run(ctx: Context, choice: PosterChoice): Promise<Attachment> {
    allow(canUploadMedia(ctx.viewer, "video"));
    const { filesDir } = ctx.services;
    const { video, picture } = await findPair(ctx, choice);
    const thumbPath = newPosterPath(video.path, extensionOf(picture.path));
    await store(filesDir, thumbPath, await readFile(locationOf(filesDir, picture.path)));
    let before: Pair;
    try {
      before = await inTransaction(ctx, async (ctx) => {
        for (const id of [choice.attachmentId, choice.pictureId].sort((a, b) => a - b))
          await lockById(ctx, Attachment, id);
        // Checked again under the lock: a request may have used the picture meanwhile.
        const pair = await findPair(ctx, choice);
        await ctx.db.update(Attachment, { id: choice.attachmentId }, { thumbPath });
        await ctx.db.delete(Attachment, { id: choice.pictureId });
        return pair;
      });
    } catch (error) {
      await removeStored(filesDir, thumbPath);
      throw error;
    }
    for (const path of [before.video.thumbPath, before.picture.path, before.picture.thumbPath]) {
      await removeWithRenditions(filesDir, path);
    }
    return Object.assign(before.video, { thumbPath });
  },
});

async function findPair(ctx: Context, { attachmentId, pictureId }: PosterChoice): Promise<Pair> {
  const userId = ctx.viewer.id;
  const video = await ctx.db.findOneBy(Attachment, { id: attachmentId, userId, kind: UploadKind.FILE });
  if (!video || mediaKindOf(video.mimeType) !== "video") {
    throw new DomainError("NOT_FOUND", { field: "attachmentId" });
  }
  const picture = await ctx.db.findOneBy(Attachment, { id: pictureId, userId, kind: UploadKind.IMAGE });
  if (!picture || !(await isUnused(ctx, pictureId))) {
    throw new DomainError("NOT_FOUND", { field: "pictureId" });
  }
  return { video, picture };
}

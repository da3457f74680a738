import type { Context } from "../../core/context.ts";
import { defineLoader, load, preload } from "../../core/loaders.ts";
import type { Attachment } from "../attachments/attachment.entity.ts";
import type { Message } from "./message.entity.ts";
import { messagesById, selectBlocksBetween, selectPeerReads, selectPictures } from "./message.sql.ts";

/** Loads pictures of messages by the id of the picture. */
export const pictureById = defineLoader<number, Attachment>("messagePictureById", async (ctx, ids) => {
  const pictures = await selectPictures(ctx, ids);
  return new Map(pictures.map((picture) => [picture.id, picture]));
});

/** Loads the newest message of the viewer that each peer has read, by peer. */
export const peerReadUpTo = defineLoader<number, number>("peerReadUpTo", async (ctx, peerIds) => {
  const sides = await selectPeerReads(ctx, peerIds);
  return new Map(sides.map(({ userId, readUpTo }) => [userId, Number(readUpTo)]));
});

/** Blocks between the viewer and a peer. */
export interface BlocksBetween {
  readonly blocksPeer: boolean;
  readonly isBlocked: boolean;
}

/** Loads the blocks between the viewer and peers, by peer. */
export const blocksBetween = defineLoader<number, BlocksBetween>("blocksBetween", async (ctx, peerIds) => {
  const me = ctx.viewer.id;
  const blocks = await selectBlocksBetween(ctx, peerIds);
  const blocked = new Set(blocks.map(({ userId, blockedUserId }) => `${userId} ${blockedUserId}`));
  const between = (peerId: number): BlocksBetween => ({
    blocksPeer: blocked.has(`${me} ${peerId}`),
    isBlocked: blocked.has(`${peerId} ${me}`),
  });
  return new Map(peerIds.map((peerId) => [peerId, between(peerId)]));
});

/**
 * Folds messages of rooms whose authors the viewer blocks: neither text nor picture is left of them. Events stay. Dialogs
 * with blocked members stay as they are.
 */
export async function foldBlocked(ctx: Context, messages: readonly Message[]): Promise<void> {
  const written = messages.filter(
    ({ roomId, event, authorId }) => roomId !== null && event === null && authorId !== ctx.viewer.id,
  );
  if (written.length === 0) return;
  await preload(
    ctx,
    blocksBetween,
    written.map(({ authorId }) => authorId),
  );
  for (const message of written)
    if ((await load(ctx, blocksBetween, message.authorId))?.blocksPeer)
      Object.assign(message, { body: "", attachmentId: null, isFromBlocked: true });
}

/** Loads messages by id; only for participants of their dialogs and rooms. */
export const messageById = defineLoader<number, Message>("messageById", async (ctx, ids) => {
  const messages = await messagesById(ctx, ids);
  return new Map(messages.map((message) => [message.id, message]));
});

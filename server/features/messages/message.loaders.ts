import { defineLoader } from "../../core/loaders.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import type { Message } from "./message.entity.ts";
import { messagesById } from "./message.sql.ts";

/** Messages by id; only for who takes part in their dialog. */
export const messageById = defineLoader<number, Message>("messageById", async (ctx, ids) => {
  const found = await messagesById(ctx, ids);
  return new Map(found.map((message) => [message.id, message]));
});

/** Pictures of messages by the id of the picture. */
export const pictureById = defineLoader<number, Attachment>("messagePictureById", async (ctx, ids) => {
  const found = await select(ctx, Attachment, "a", `attachments a WHERE a.id IN (${marks(ids)})`, ids);
  return new Map(found.map((picture) => [picture.id, picture]));
});

/** How far those to whom the viewer writes have read, by member. */
export const peerReadUpTo = defineLoader<number, number>("peerReadUpTo", async (ctx, peerIds) => {
  const found = await rows<{ userId: number; readUpTo: number }>(
    ctx,
    `SELECT s.userId, s.readUpTo FROM dialog_sides s WHERE s.peerId = ? AND s.userId IN (${marks(peerIds)})`,
    [ctx.viewer.id, ...peerIds],
  );
  return new Map(found.map(({ userId, readUpTo }) => [userId, Number(readUpTo)]));
});

/** Whether one of two blocks the other. */
export interface BlocksBetween {
  readonly blocksPeer: boolean;
  readonly isBlocked: boolean;
}

/** Blocks between the viewer and others, by the other one. */
export const blocksBetween = defineLoader<number, BlocksBetween>("blocksBetween", async (ctx, peerIds) => {
  const me = ctx.viewer.id;
  const found = await rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId = ? AND b.blockedUserId IN (${marks(peerIds)})
     UNION ALL
     SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.blockedUserId = ? AND b.userId IN (${marks(peerIds)})`,
    [me, ...peerIds, me, ...peerIds],
  );
  const blocked = new Set(found.map(({ userId, blockedUserId }) => `${userId} ${blockedUserId}`));
  const between = (peerId: number): BlocksBetween => ({
    blocksPeer: blocked.has(`${me} ${peerId}`),
    isBlocked: blocked.has(`${peerId} ${me}`),
  });
  return new Map(peerIds.map((peerId) => [peerId, between(peerId)]));
});

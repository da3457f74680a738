import { defineLoader } from "../../core/loaders.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Message } from "./message.entity.ts";

/** Messages by id; only for who takes part in their dialog. */
export const messageById = defineLoader<number, Message>("messageById", async (ctx, ids) => {
  const found = await select(ctx, Message, "m", `messages m WHERE m.id IN (${marks(ids)})`, ids);
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

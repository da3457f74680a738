import { z } from "zod";
import { body, count, id, text, time } from "./values.ts";

/** Schemas of private messages, and of group chats with their messages; unread counts follow from them. */
export const MESSAGE_RECORDS = {
  dialogs: z.strictObject({
    id,
    lowMemberId: id,
    highMemberId: id,
    createdAt: time,
    sides: z.array(z.strictObject({ memberId: id, readUpTo: count, deletedUpTo: count })).max(2),
  }),
  rooms: z.strictObject({
    id,
    name: text(50).min(1),
    ownerId: id,
    createdAt: time,
    /** Members who joined, are invited, or declined. */
    members: z.array(
      z.strictObject({
        memberId: id,
        state: z.enum(["INVITED", "JOINED", "DECLINED"]),
        /** Null for who created the room. */
        invitedById: id.nullable(),
        invitedAt: time,
        joinedAt: time.nullable(),
        declinedAt: time.nullable(),
        /** Message by which the room has its place in their list: the newest one, or that at the invitation. */
        lastMessageId: count,
        /** Messages up to this one are from before they joined. */
        visibleAfter: count,
        readUpTo: count,
        isMuted: z.boolean(),
      }),
    ),
  }),
  messages: z.strictObject({
    id,
    /** Null in a room. */
    dialogId: id.nullable(),
    /** Absent in a dialog, as the three below. */
    roomId: id.optional(),
    /** Event that it records; absent for what a member wrote. */
    event: z.enum(["CREATED", "INVITED", "JOINED", "LEFT", "REMOVED", "RENAMED", "OWNER"]).optional(),
    /** Member to whom the event happened, if not to the author. */
    eventMemberId: id.optional(),
    /** New name that the event is about. */
    eventName: text(50).optional(),
    authorId: id,
    body,
    attachmentId: id.nullable(),
    createdAt: time,
    removedAt: time.nullable(),
    removedById: id.nullable(),
  }),
} as const;

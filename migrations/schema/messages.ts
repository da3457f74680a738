import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of private messages: pairs of users, each side's view of a dialog, messages. */
export async function createMessages(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "dialogs",
    columns: [c.id(), c.ref("lowUserId"), c.ref("highUserId"), c.time("createdAt")],
    references: { lowUserId: "users", highUserId: "users" },
    uniques: [["lowUserId", "highUserId"]],
  });
  await createTable(runner, {
    name: "dialog_sides",
    columns: [
      c.ref("userId", { primary: true }),
      c.ref("peerId", { primary: true }),
      c.ref("dialogId"),
      c.ref("lastMessageId"),
      c.int("unread"),
      c.ref("readUpTo"),
      c.ref("deletedUpTo"),
    ],
    references: { userId: "users", peerId: "users", dialogId: "dialogs" },
    indexes: [["userId", "lastMessageId"], ["dialogId"]],
  });
  await createTable(runner, {
    name: "messages",
    columns: [
      c.id(),
      c.ref("dialogId"),
      c.ref("authorId"),
      c.text("body"),
      c.ref("attachmentId", { nullable: true }),
      c.varchar("clientKey", 40, { nullable: true }),
      c.time("createdAt"),
      c.time("removedAt", { nullable: true }),
      c.ref("removedById", { nullable: true }),
    ],
    references: { dialogId: "dialogs", authorId: "users", attachmentId: "attachments" },
    indexes: [["dialogId", "id"], ["attachmentId"]],
    uniques: [["authorId", "clientKey"]],
  });
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** News that must not be lost, notices with their kept counts, private messages, and who wants to hear of what. */
export class Talk1764000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.outbox(runner);
    await this.notices(runner);
    await this.messages(runner);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }

  private async outbox(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "outbox",
      columns: [
        c.id(),
        c.varchar("name", 60),
        c.varchar("orderKey", 100, { nullable: true }),
        c.text("payload"),
        c.int("attempts"),
        c.bool("dead"),
        c.time("dueAt"),
        c.time("createdAt"),
        c.varchar("lastError", 300),
      ],
      indexes: [
        ["dead", "dueAt", "id"],
        ["orderKey", "id"],
      ],
    });
  }

  private async notices(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "notifications",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("type", 24),
        c.varchar("kind", 40),
        c.int("entry"),
        c.ref("actorId", { nullable: true }),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.varchar("why", 20),
        c.varchar("groupKey", 60),
        c.int("times"),
        c.text("data"),
        c.time("readAt", { nullable: true }),
        c.time("createdAt"),
      ],
      references: { userId: "users" },
      indexes: [
        ["userId", "entry", "createdAt", "id"],
        ["userId", "groupKey", "id"],
        ["userId", "readAt", "type"],
      ],
    });
    await createTable(runner, {
      name: "unread_counts",
      columns: [
        c.ref("userId", { primary: true }),
        c.int("dialog"),
        c.int("system"),
        c.int("related"),
        c.int("replied"),
        c.int("liked"),
        c.int("rewarded"),
        c.int("receiveredpacket"),
        c.int("threadrewarded"),
        c.int("threadrewardedexpired"),
        c.int("withdrawal"),
        c.int("questioned"),
      ],
      references: { userId: "users" },
    });
    await createTable(runner, {
      name: "watches",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("target", 10, { primary: true }),
        c.ref("targetId", { primary: true }),
        c.varchar("level", 16),
        c.time("changedAt"),
      ],
      references: { userId: "users" },
      indexes: [["target", "targetId", "level", "userId"]],
    });
    await createTable(runner, {
      name: "notice_preferences",
      columns: [c.ref("userId", { primary: true }), c.text("choices"), c.time("changedAt")],
      references: { userId: "users" },
    });
  }

  private async messages(runner: QueryRunner): Promise<void> {
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
      ],
      references: { dialogId: "dialogs", authorId: "users", attachmentId: "attachments" },
      indexes: [["dialogId", "id"], ["attachmentId"]],
      uniques: [["authorId", "clientKey"]],
    });
  }
}

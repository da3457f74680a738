import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of watches and notifications, with the counts of unread ones and what users want to get. */
export async function createNotifications(runner: QueryRunner): Promise<void> {
  await createWatches(runner);
  await createInbox(runner);
  await createUnreadCounts(runner);
}

async function createWatches(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
    indexes: [
      ["target", "targetId", "level", "userId"],
      ["userId", "target", "changedAt", "targetId"],
    ],
  });
  await createTable(runner, {
    name: "watch_choices",
    columns: [c.ref("userId", { primary: true }), c.bool("watchReplied"), c.time("changedAt")],
    references: { userId: "users" },
  });
}

/** Notifications, and those that users have deleted, for the minutes in which that can be undone. */
async function createInbox(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  const content = [
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
  ];
  await createTable(runner, {
    name: "notifications",
    columns: [c.id(), ...content],
    references: { userId: "users" },
    indexes: [
      ["userId", "entry", "createdAt", "id"],
      ["userId", "groupKey", "id"],
      ["userId", "readAt", "type"],
    ],
  });
  await createTable(runner, {
    name: "deleted_notices",
    columns: [c.ref("id", { primary: true }), ...content, c.time("deletedAt")],
    references: { userId: "users" },
    indexes: [["deletedAt"]],
  });
  await createTable(runner, {
    name: "notice_preferences",
    columns: [c.ref("userId", { primary: true }), c.text("choices"), c.time("changedAt")],
    references: { userId: "users" },
  });
}

async function createUnreadCounts(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
}

import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of moderation: content that waits for approval, reports, claims, batches. */
export async function createModeration(runner: QueryRunner): Promise<void> {
  await createApproval(runner);
  await createReports(runner);
  await createBatches(runner);
}

/** Stop words because of which content waits for approval, its events until then, and who reviews it. */
async function createApproval(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "stop_word_hits",
    columns: [
      c.id(),
      c.ref("threadId", { nullable: true }),
      c.ref("postId", { nullable: true }),
      c.varchar("words", 500),
      c.time("createdAt"),
    ],
    references: { threadId: "threads", postId: "posts" },
    indexes: [["threadId"], ["postId"]],
  });
  await createTable(runner, {
    name: "held_news",
    columns: [
      c.id(),
      c.ref("threadId"),
      c.ref("postId", { nullable: true }),
      c.varchar("type", 60),
      c.text("payload"),
      c.time("createdAt"),
    ],
    references: { threadId: "threads", postId: "posts" },
    indexes: [["threadId", "postId"]],
  });
  await createTable(runner, {
    name: "review_claims",
    columns: [c.varchar("targetKey", 24, { primary: true }), c.ref("userId"), c.time("expiresAt")],
    references: { userId: "users" },
  });
}

async function createReports(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "reports",
    columns: [
      c.id(),
      c.ref("reporterId"),
      c.ref("threadId", { nullable: true }),
      c.ref("postId", { nullable: true }),
      c.ref("userId", { nullable: true }),
      c.varchar("targetKey", 24),
      c.varchar("openKey", 48, { nullable: true }),
      c.varchar("reason", 12),
      c.text("detail"),
      c.varchar("status", 12),
      c.ref("handledById", { nullable: true }),
      c.time("handledAt", { nullable: true }),
      c.time("createdAt"),
      c.time("updatedAt"),
      c.ref("messageId", { nullable: true }),
    ],
    references: {
      reporterId: "users",
      threadId: "threads",
      postId: "posts",
      userId: "users",
      messageId: "messages",
      handledById: "users",
    },
    indexes: [["status", "id"], ["targetKey", "status"], ["messageId"]],
    uniques: [["openKey"]],
  });
}

/** Creates the tables of batches: actions of staff on several threads at once, which can be undone at once. */
async function createBatches(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "moderation_batches",
    columns: [
      c.id(),
      c.ref("actorId"),
      c.varchar("action", 20),
      c.varchar("reason", 255),
      c.time("createdAt"),
      c.time("undoneAt", { nullable: true }),
      c.ref("undoneById", { nullable: true }),
    ],
    references: { actorId: "users" },
  });
  await createTable(runner, {
    name: "moderation_batch_items",
    columns: [
      c.ref("batchId", { primary: true }),
      c.ref("threadId", { primary: true }),
      c.text("before"),
      c.text("after"),
    ],
    references: { batchId: "moderation_batches", threadId: "threads" },
  });
}

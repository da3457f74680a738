import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables around threads and replies: reactions, revisions, drafts, attachments, reading positions. */
export async function createContent(runner: QueryRunner): Promise<void> {
  await createReaction(runner, "thread_likes", "threadId", "threads");
  await createReaction(runner, "thread_favorites", "threadId", "threads");
  await createReaction(runner, "post_likes", "postId", "posts");
  await createRevisions(runner);
  await createDrafts(runner);
  await createAttachments(runner);
  await createReadMarks(runner);
}

/** One row per user and thing that the user has reacted to. */
async function createReaction(
  runner: QueryRunner,
  name: string,
  column: string,
  target: string,
): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name,
    columns: [c.ref(column, { primary: true }), c.ref("userId", { primary: true }), c.time("createdAt")],
    references: { [column]: target, userId: "users" },
    indexes: [["userId", "createdAt", column]],
  });
}

async function createRevisions(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "revisions",
    columns: [
      c.id(),
      c.ref("threadId", { nullable: true }),
      c.ref("postId", { nullable: true }),
      c.varchar("title", 200, { nullable: true }),
      c.text("body"),
      c.ref("editorId"),
      c.time("createdAt"),
    ],
    references: { editorId: "users" },
    indexes: [
      ["threadId", "id"],
      ["postId", "id"],
    ],
  });
}

async function createDrafts(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "drafts",
    columns: [
      c.id(),
      c.ref("userId"),
      c.ref("threadId", { nullable: true }),
      c.ref("categoryId", { nullable: true }),
      c.varchar("title", 200),
      c.text("body"),
      c.bool("isAnonymous"),
      c.int("version"),
      c.time("createdAt"),
      c.time("updatedAt"),
      c.varchar("fileIds", 2_000, { default: "" }),
    ],
    references: { userId: "users" },
    indexes: [
      ["userId", "updatedAt", "id"],
      ["userId", "threadId"],
    ],
  });
}

async function createAttachments(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "attachments",
    columns: [
      c.id(),
      c.ref("userId"),
      c.varchar("kind", 12),
      c.varchar("path", 100),
      c.varchar("thumbPath", 100, { nullable: true }),
      c.varchar("fileName", 255),
      c.int("fileSize"),
      c.varchar("mimeType", 100),
      c.int("width", { nullable: true }),
      c.int("height", { nullable: true }),
      c.ref("threadId", { nullable: true }),
      c.ref("postId", { nullable: true }),
      c.int("sort"),
      c.time("createdAt"),
    ],
    references: { userId: "users" },
    indexes: [
      ["threadId", "sort"],
      ["postId", "sort"],
      ["userId", "createdAt"],
      ["createdAt", "id"],
    ],
    uniques: [["path"]],
  });
}

async function createReadMarks(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "read_marks",
    columns: [
      c.ref("userId", { primary: true }),
      c.ref("threadId", { primary: true }),
      c.int("number"),
      c.time("readAt"),
    ],
    references: { userId: "users", threadId: "threads" },
    indexes: [["userId", "readAt", "threadId"]],
  });
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Categories, threads, replies, reactions, revisions, drafts, attachments. */
export class Content1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "categories",
      columns: [
        c.id(),
        c.varchar("name", 100),
        c.varchar("description", 255),
        c.varchar("icon", 255),
        c.int("sort"),
        c.ref("parentId", { nullable: true }),
        c.int("threadCount"),
        c.time("createdAt"),
      ],
      references: { parentId: "categories" },
      indexes: [["parentId"]],
    });
    await createTable(runner, {
      name: "threads",
      columns: [
        c.id(),
        c.ref("categoryId"),
        c.ref("authorId"),
        c.varchar("title", 200),
        c.text("body"),
        c.text("bodyHtml"),
        c.int("markdownVersion"),
        c.varchar("excerpt", 1000),
        c.bool("isAnonymous"),
        c.bool("isSticky"),
        c.bool("isEssence"),
        c.bool("hasImages"),
        c.bool("hasAttachments"),
        c.int("approval"),
        c.bool("visible"),
        c.time("deletedAt", { nullable: true }),
        c.ref("deletedById", { nullable: true }),
        c.int("postCount"),
        c.int("lastNumber"),
        c.int("viewCount"),
        c.int("likeCount"),
        c.int("favoriteCount"),
        c.int("hotScore"),
        c.double("longitude", { nullable: true }),
        c.double("latitude", { nullable: true }),
        c.varchar("address", 255),
        c.varchar("location", 255),
        c.time("createdAt"),
        c.time("editedAt", { nullable: true }),
        c.time("lastPostedAt"),
        c.ref("lastPostedById", { nullable: true }),
        c.int("revisionCount"),
      ],
      references: { categoryId: "categories", authorId: "users" },
      indexes: [
        ["visible", "lastPostedAt", "id"],
        ["visible", "createdAt", "id"],
        ["visible", "hotScore", "id"],
        ["categoryId", "visible", "lastPostedAt", "id"],
        ["categoryId", "visible", "createdAt", "id"],
        ["categoryId", "visible", "hotScore", "id"],
        ["isEssence", "createdAt", "id"],
        ["isSticky", "visible"],
        ["hasImages", "visible", "lastPostedAt", "id"],
        ["hasAttachments", "visible", "lastPostedAt", "id"],
        ["authorId", "createdAt", "id"],
        ["approval", "createdAt", "id"],
        ["deletedAt", "id"],
        ["markdownVersion", "id"],
      ],
    });
    await createTable(runner, {
      name: "posts",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.int("number", { nullable: true }),
        c.ref("parentId", { nullable: true }),
        c.ref("replyToPostId", { nullable: true }),
        c.ref("authorId"),
        c.bool("isAnonymous"),
        c.text("body"),
        c.text("bodyHtml"),
        c.int("markdownVersion"),
        c.bool("hasAttachments"),
        c.int("approval"),
        c.bool("visible"),
        c.time("deletedAt", { nullable: true }),
        c.ref("deletedById", { nullable: true }),
        c.int("likeCount"),
        c.int("commentCount"),
        c.time("createdAt"),
        c.time("editedAt", { nullable: true }),
      ],
      references: { threadId: "threads", parentId: "posts", authorId: "users" },
      indexes: [
        ["threadId", "parentId", "likeCount", "id"],
        ["parentId", "id"],
        ["authorId", "createdAt", "id"],
        ["approval", "createdAt", "id"],
        ["markdownVersion", "id"],
      ],
      uniques: [["threadId", "number"]],
    });
    await reaction(runner, "thread_likes", "threadId", "threads");
    await reaction(runner, "thread_favorites", "threadId", "threads");
    await reaction(runner, "post_likes", "postId", "posts");
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
      ],
      references: { userId: "users" },
      indexes: [
        ["userId", "updatedAt", "id"],
        ["userId", "threadId"],
      ],
    });
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

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

/** A table of "this member did that to this thing, once". */
async function reaction(runner: QueryRunner, name: string, column: string, target: string): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name,
    columns: [c.ref(column, { primary: true }), c.ref("userId", { primary: true }), c.time("createdAt")],
    references: { [column]: target, userId: "users" },
    indexes: [["userId", "createdAt", column]],
  });
}

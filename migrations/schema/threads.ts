import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of categories, topics, threads and replies. */
export async function createThreads(runner: QueryRunner): Promise<void> {
  await createCategories(runner);
  await createTopics(runner);
  await createThreadTable(runner);
  await createThreadTopics(runner);
  await createPosts(runner);
}

async function createCategories(runner: QueryRunner): Promise<void> {
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
}

async function createTopics(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "topics",
    columns: [
      c.id(),
      c.varchar("name", 200),
      c.varchar("nameKey", 200),
      c.int("threadCount"),
      c.int("viewCount"),
      c.int("hotScore"),
      c.time("createdAt"),
      c.bool("isRecommended", { default: false }),
      c.time("deletedAt", { nullable: true }),
      c.ref("mergedIntoId", { nullable: true }),
    ],
    indexes: [
      ["hotScore", "id"],
      ["createdAt", "id"],
      ["isRecommended", "hotScore", "id"],
      ["hotScore", "id", "threadCount", "nameKey"],
    ],
    uniques: [["nameKey"]],
  });
  await createTable(runner, {
    name: "topic_categories",
    columns: [
      c.ref("topicId", { primary: true }),
      c.ref("categoryId", { primary: true }),
      c.int("threadCount"),
    ],
    references: { topicId: "topics" },
    indexes: [["categoryId", "topicId"]],
  });
}

async function createThreadTable(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
      c.text("plainText", { nullable: true }),
    ],
    references: { categoryId: "categories", authorId: "users" },
    indexes: THREAD_INDEXES,
    namedIndexes: { ix_threads_overview: OVERVIEW_COLUMNS },
  });
}

const THREAD_INDEXES = [
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
  ["longitude"],
];

/** Columns that moderators filter by: the index answers without the rows. */
const OVERVIEW_COLUMNS = [
  "visible",
  "createdAt",
  "id",
  "approval",
  "deletedAt",
  "categoryId",
  "authorId",
  "isAnonymous",
  "hasImages",
  "hasAttachments",
  "isEssence",
  "longitude",
];

async function createThreadTopics(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "thread_topics",
    columns: [
      c.ref("threadId", { primary: true }),
      c.ref("topicId", { primary: true }),
      c.int("sort"),
      c.time("createdAt"),
      c.ref("viaTopicId", { nullable: true }),
    ],
    references: { threadId: "threads", topicId: "topics" },
    indexes: [["topicId", "createdAt", "threadId"]],
  });
}

async function createPosts(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
      c.varchar("excerpt", 1000, { nullable: true }),
      c.text("plainText", { nullable: true }),
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
}

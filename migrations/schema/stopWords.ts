import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of stop words: the list and its version, how often words occur, batches that can be undone. */
export async function createStopWords(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "stop_words",
    columns: [
      c.id(),
      c.varchar("find", 255),
      c.varchar("replacement", 255),
      c.varchar("ugc", 10),
      c.varchar("username", 10),
      c.varchar("signature", 10),
      c.varchar("dialog", 10),
      c.varchar("nickname", 10),
      c.ref("userId"),
      c.time("createdAt"),
      c.time("updatedAt"),
    ],
    uniques: [["find"]],
  });
  await createTable(runner, {
    name: "stop_word_list",
    columns: [c.ref("id", { primary: true }), c.ref("version")],
  });
  await createTable(runner, {
    name: "stop_word_tallies",
    columns: [
      c.varchar("word", 255, { primary: true }),
      c.varchar("day", 10, { primary: true }),
      c.varchar("action", 10, { primary: true }),
      c.ref("hits"),
      c.time("lastAt"),
    ],
    indexes: [["day", "word"]],
  });
  await createBatches(runner);
}

async function createBatches(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "stop_word_batches",
    columns: [
      c.id(),
      c.ref("actorId"),
      c.time("createdAt"),
      c.time("undoneAt", { nullable: true }),
      c.ref("undoneById", { nullable: true }),
      c.varchar("action", 10),
      c.int("wordCount"),
    ],
  });
  await createTable(runner, {
    name: "stop_word_batch_items",
    columns: [
      c.ref("batchId", { primary: true }),
      c.varchar("find", 255, { primary: true }),
      c.text("before", { nullable: true }),
      c.text("after", { nullable: true }),
    ],
    references: { batchId: "stop_word_batches" },
  });
}

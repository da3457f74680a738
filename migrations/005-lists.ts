import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Threads whose replies are read together. */
const THREADS_PER_STEP = 500;
/** Faces that a row shows. */
const POSTERS = 3;

interface LastReply {
  readonly threadId: number;
  readonly authorId: number;
}

/** Colours of categories, faces in rows, and the looks of lists. */
export class Lists1764000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "categories", [c.varchar("color", 7, { default: "" })]);
    await addColumns(runner, "threads", [c.varchar("lastPosterIds", 60, { default: "" })]);
    await addColumns(runner, "users", [c.varchar("listDensity", 10, { default: "CARDS" })]);
    await this.fillPosters(runner);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }

  /** Writes to each thread the members of its last replies, from the replies themselves. */
  private async fillPosters(runner: QueryRunner): Promise<void> {
    const [end] = (await runner.query("SELECT MAX(id) AS last FROM threads")) as { last: number | null }[];
    for (let from = 0; from <= Number(end?.last ?? -1); from += THREADS_PER_STEP) {
      const replies = (await runner.query(
        `SELECT p.threadId, p.authorId FROM posts p
         WHERE p.threadId >= ? AND p.threadId < ? AND p.visible = 1 AND p.isAnonymous = 0 AND p.number IS NOT NULL
         GROUP BY p.threadId, p.authorId ORDER BY p.threadId, MAX(p.number) DESC`,
        [from, from + THREADS_PER_STEP],
      )) as LastReply[];
      const posters = new Map<number, number[]>();
      for (const { threadId, authorId } of replies) {
        const ids = posters.get(Number(threadId)) ?? [];
        if (ids.length < POSTERS) posters.set(Number(threadId), [...ids, Number(authorId)]);
      }
      for (const [threadId, ids] of posters)
        await runner.query("UPDATE threads SET lastPosterIds = ? WHERE id = ?", [ids.join(","), threadId]);
    }
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** The feed of changes of threads and replies, for programs that keep up; it begins with those that are there. */
export class Changes1764000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "changes",
      columns: [
        c.ref("id", { primary: true }),
        c.varchar("thing", 20),
        c.varchar("kind", 10),
        c.ref("threadId"),
        c.ref("postId", { nullable: true }),
        c.ref("categoryId"),
        c.ref("fromCategoryId", { nullable: true }),
        c.time("at"),
      ],
      indexes: [
        ["thing", "id"],
        ["at", "id"],
      ],
    });
    await createTable(runner, { name: "change_heads", columns: [c.id(), c.long("lastId")] });
    const [head] = (await runner.query("SELECT lastId FROM change_heads")) as { lastId: number }[];
    if (head) return;
    // A run that was cut short begins anew.
    await runner.query("DELETE FROM changes");
    await runner.query(
      `INSERT INTO changes (id, thing, kind, threadId, postId, categoryId, fromCategoryId, at)
       SELECT ROW_NUMBER() OVER (ORDER BY x.at, x.threadId, x.postId), x.thing, 'CREATED', x.threadId, x.postId,
         x.categoryId, NULL, x.at
       FROM (
         SELECT ${named(runner, "'t'", "t.id")} AS thing, t.id AS threadId, NULL AS postId, t.categoryId, t.createdAt AS at
         FROM threads t WHERE t.visible = 1
         UNION ALL
         SELECT ${named(runner, "'p'", "p.id")}, p.threadId, p.id, t.categoryId, p.createdAt
         FROM posts p JOIN threads t ON t.id = p.threadId WHERE p.visible = 1 AND t.visible = 1
       ) x`,
    );
    await runner.query("INSERT INTO change_heads (id, lastId) SELECT 1, COALESCE(MAX(id), 0) FROM changes");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

function named(runner: QueryRunner, mark: string, id: string): string {
  return runner.connection.options.type === "better-sqlite3" ? `${mark} || ${id}` : `CONCAT(${mark}, ${id})`;
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Polls of threads, their options, and what members voted for. */
export class Polls1764000000064 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [c.bool("hasPoll", { default: false })]);
    await addColumns(runner, "drafts", [c.varchar("pollJson", 4_000, { default: "" })]);
    await createTable(runner, {
      name: "polls",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.varchar("title", 50),
        c.varchar("kind", 20),
        c.bool("isSecret"),
        c.varchar("resultsVisible", 20),
        c.time("endsAt", { nullable: true }),
        c.int("voterCount"),
        c.int("namelessVoterCount"),
        c.int("version"),
        c.time("createdAt"),
      ],
      references: { threadId: "threads" },
      uniques: [["threadId"]],
    });
    await createTable(runner, {
      name: "poll_options",
      columns: [
        c.id(),
        c.ref("pollId"),
        c.int("position"),
        c.varchar("text", 100),
        c.int("voteCount"),
        c.int("namelessCount"),
      ],
      references: { pollId: "polls" },
      uniques: [["pollId", "position"]],
    });
    await createTable(runner, {
      name: "poll_votes",
      columns: [
        c.ref("pollId", { primary: true }),
        c.ref("userId", { primary: true }),
        c.int("place", { primary: true }),
        c.ref("optionId"),
        c.time("votedAt"),
      ],
      references: { pollId: "polls", userId: "users", optionId: "poll_options" },
      indexes: [["userId"]],
      uniques: [["optionId", "userId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

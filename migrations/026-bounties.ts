import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Bounties of threads with what was given of them. */
export class Bounties1764000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [c.bool("hasBounty", { default: false })]);
    await createTable(runner, {
      name: "bounties",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.ref("userId"),
        c.varchar("rest", 20),
        c.cents("totalCents"),
        c.cents("remainingCents"),
        c.int("giftCount"),
        c.varchar("state", 20),
        c.time("createdAt"),
        c.time("endsAt"),
      ],
      references: { threadId: "threads", userId: "users" },
      indexes: [["state", "endsAt"]],
      uniques: [["threadId"]],
    });
    await createTable(runner, {
      name: "bounty_gifts",
      columns: [
        c.ref("bountyId", { primary: true }),
        c.int("sequence", { primary: true }),
        c.ref("postId"),
        c.ref("userId"),
        c.cents("amountCents"),
        c.bool("isShared"),
        c.time("createdAt"),
      ],
      references: { bountyId: "bounties", postId: "posts", userId: "users" },
      indexes: [["postId"], ["userId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

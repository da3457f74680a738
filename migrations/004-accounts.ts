import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Mailed links, proofs of sessions, privacy and closing of accounts. */
export class Accounts1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "mail_links",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("purpose", 20, { primary: true }),
        c.time("issuedAt"),
        c.time("expiresAt"),
        c.varchar("state", 64),
      ],
      references: { userId: "users" },
      indexes: [["expiresAt"]],
    });
    await addColumns(runner, "users", [
      c.bool("isNew", { default: false }),
      c.int("usernameChanges", { default: 0 }),
      c.varchar("messagesFrom", 10, { default: "EVERYONE" }),
      c.varchar("followsFrom", 10, { default: "EVERYONE" }),
      c.time("closesAt", { nullable: true }),
    ]);
    await addIndexes(runner, "users", [["closesAt"]]);
    await addColumns(runner, "sessions", [
      c.time("provenAt", { nullable: true }),
      c.varchar("place", 60, { default: "" }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

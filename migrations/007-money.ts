import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Refusals of the database itself, whatever the program does. */
const GUARDS: readonly { name: string; event: string; when?: string; message: string }[] = [
  { name: "money_entries_no_update", event: "UPDATE ON money_entries", message: "entries are never changed" },
  { name: "money_entries_no_delete", event: "DELETE ON money_entries", message: "entries are never deleted" },
  {
    name: "money_transactions_no_update",
    event: "UPDATE ON money_transactions",
    message: "transactions are never changed",
  },
  {
    name: "money_transactions_no_delete",
    event: "DELETE ON money_transactions",
    message: "transactions are never deleted",
  },
  {
    name: "money_accounts_no_delete",
    event: "DELETE ON money_accounts",
    message: "accounts are never deleted",
  },
  {
    name: "money_accounts_not_negative",
    event: "UPDATE ON money_accounts",
    when: "NEW.balanceCents < 0 AND NEW.mayBeNegative = 0",
    message: "a balance would fall below zero",
  },
];
/** An account that may not make triggers: no privilege, or binary logs without `log_bin_trust_function_creators`. */
const NOT_PERMITTED = new Set([1142, 1227, 1419]);

/** Makes the tables of money: accounts, transactions, entries, holds, keys of requests, the last check. */
export class Money1764000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "money_accounts",
      columns: [
        c.id(),
        c.varchar("kind", 20),
        c.ref("ownerId"),
        c.bool("mayBeNegative"),
        c.cents("balanceCents"),
        c.ref("version"),
      ],
      uniques: [["kind", "ownerId"]],
    });
    await createTable(runner, {
      name: "money_transactions",
      columns: [
        c.id(),
        c.varchar("kind", 20),
        c.varchar("reference", 120),
        c.varchar("digest", 64),
        c.ref("actorId"),
        c.varchar("memo", 255),
        c.time("createdAt"),
      ],
      indexes: [["createdAt"]],
      uniques: [["reference"]],
    });
    await createTable(runner, {
      name: "money_entries",
      columns: [
        c.ref("transactionId", { primary: true }),
        c.ref("accountId", { primary: true }),
        c.ref("sequence"),
        c.cents("amountCents"),
        c.cents("balanceCents"),
      ],
      references: { transactionId: "money_transactions", accountId: "money_accounts" },
      uniques: [["accountId", "sequence"]],
    });
    await createTable(runner, {
      name: "money_holds",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("reference", 120),
        c.cents("amountCents"),
        c.cents("remainingCents"),
        c.time("createdAt"),
        c.time("expiresAt", { nullable: true }),
      ],
      references: { userId: "users" },
      indexes: [["userId", "remainingCents"], ["expiresAt"]],
      uniques: [["reference"]],
    });
    await createTable(runner, {
      name: "money_keys",
      columns: [
        c.ref("actorId", { primary: true }),
        c.varchar("operation", 40, { primary: true }),
        c.varchar("clientKey", 120, { primary: true }),
        c.varchar("digest", 64),
        c.text("answer"),
        c.time("createdAt"),
      ],
      indexes: [["createdAt"]],
    });
    await createTable(runner, {
      name: "money_checks",
      columns: [
        c.ref("id", { primary: true }),
        c.time("checkedAt"),
        c.time("wholeAt", { nullable: true }),
        c.ref("upToId"),
        c.text("violations"),
      ],
    });
    for (const guard of GUARDS) await this.guard(runner, guard);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }

  private async guard(runner: QueryRunner, { name, event, when, message }: (typeof GUARDS)[number]) {
    if (runner.connection.options.type === "better-sqlite3") {
      const condition = when ? `WHEN ${when} ` : "";
      await runner.query(
        `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${event} ${condition}BEGIN SELECT RAISE(ABORT, '${message}'); END`,
      );
      return;
    }
    const signal = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'`;
    const body = when ? `BEGIN IF ${when} THEN ${signal}; END IF; END` : signal;
    try {
      await runner.query(`DROP TRIGGER IF EXISTS ${name}`);
      await runner.query(`CREATE TRIGGER ${name} BEFORE ${event} FOR EACH ROW ${body}`);
    } catch (error) {
      // The program keeps the same rules; these are a second wall, which not every account may build.
      const { errno, driverError } = error as { errno?: number; driverError?: { errno?: number } };
      if (!NOT_PERMITTED.has(errno ?? driverError?.errno ?? 0)) throw error;
    }
  }
}

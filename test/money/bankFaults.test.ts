import { randomUUID } from "node:crypto";
import Sqlite from "better-sqlite3";
import { EntityManager } from "typeorm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { indexNamed } from "../../server/database/naming.ts";
import { Bounty } from "../../server/features/bounties/bounty.entity.ts";
import { RedPacket, RedPacketShare } from "../../server/features/red-packets/redPacket.entity.ts";
import { set } from "../notifications/delivery/post.ts";
import { ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { BankWork, LIE_CENTS, type Checker } from "./bankWork.ts";
import { openTips } from "./shop.ts";

/**
 * The teeth of the bank test: the same work once as the program is, and once with each of twelve faults put into it. A
 * fault lies between the program and its database, in this process alone: it changes statements, their answers, or how
 * transactions begin and end, as a program with that mistake would. The checkers must name each.
 */

let forum: Forum;
let admins: [Person, Person];
/** The accounts of the site are wrong for good, so that the next work needs books of its own. */
let areBooksBroken = false;
beforeAll(async () => {
  forum = await Forum.open({ isDurable: true });
  admins = await prepare(forum);
});
afterEach(async () => {
  vi.restoreAllMocks();
  if (!areBooksBroken) return;
  await forum.close();
  forum = await Forum.open({ isDurable: true });
  admins = await prepare(forum);
  areBooksBroken = false;
});
afterAll(() => forum.close());

async function prepare(forum: Forum): Promise<[Person, Person]> {
  const admins: [Person, Person] = [await forum.admin(), await forum.admin()];
  await openTips(admins[0]);
  await set(forum, { "default.site_master_scale": "1", "default.site_author_scale": "9" });
  return admins;
}

let work: BankWork;
/** Does the work of the bank. @returns the checkers that found something, each once */
async function checkersOf(): Promise<Checker[]> {
  work = await BankWork.begin(forum, admins);
  const findings = await work.run();
  return [...new Set(findings.map(({ checker }) => checker))].sort();
}

type Transaction = (work: (manager: EntityManager) => Promise<unknown>) => Promise<unknown>;
/** Replaces the way in which the program begins and ends transactions. */
function replaceTransactions(replacement: (actual: Transaction) => Transaction): void {
  const { database } = forum;
  const actual = database.transaction.bind(database) as Transaction;
  vi.spyOn(database, "transaction").mockImplementation(replacement(actual) as never);
}

/** One statement of a transaction, and the way to run it or another one. */
interface Statement {
  readonly sql: string;
  readonly values: unknown[];
  run(sql?: string, values?: unknown[]): Promise<unknown>;
}
/** Puts a fault between the program and the statements of its transactions. */
function replaceStatements(fault: (statement: Statement) => Promise<unknown>): void {
  replaceTransactions((actual) => (work) => actual((manager) => work(listening(manager, fault))));
}
function listening(manager: EntityManager, fault: (statement: Statement) => Promise<unknown>): EntityManager {
  const runner = manager.queryRunner!;
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  runner.query = ((sql: string, values: unknown[] = [], isStructured?: boolean) => {
    const run = (other = sql, otherValues = values) => query(other, otherValues, isStructured);
    return fault({ sql, values, run });
  }) as never;
  return manager;
}

type Row = Record<string, unknown>;
const isAbout = (sql: string, verb: string, table: string): boolean =>
  new RegExp(`^\\s*${verb}[^]*\\b${table}\\b`, "i").test(sql);
/** Changes the columns of the rows that a statement finds, whatever alias they have. */
async function finding(
  { run }: Statement,
  change: (column: string, row: Row, value: unknown) => unknown,
): Promise<unknown> {
  const found = (await run()) as Row[] | { raw: Row[]; records: Row[] };
  for (const row of Array.isArray(found) ? found : found.records)
    for (const key of Object.keys(row)) {
      const changed = change(key.replace(/^.*_/, ""), row, row[key]);
      if (changed !== undefined) row[key] = changed;
    }
  return found;
}

test("as the program is, no checker finds anything", async () => {
  expect(await (await BankWork.begin(forum, admins)).run()).toEqual([]);
});

test("without a transaction: statements that are stored one by one are named", async () => {
  areBooksBroken = true;
  replaceTransactions((actual) => (work) => work(withoutTransaction(actual)));
  expect(await checkersOf()).toContain("books");
});

test("without a lock: balances that were read before their turn are named", async () => {
  areBooksBroken = true;
  const accounts = () => forum.database.rows<Row>("SELECT id, balanceCents FROM money_accounts", []);
  replaceTransactions((actual) => async (work) => {
    const before = new Map((await accounts()).map(({ id, balanceCents }) => [Number(id), balanceCents]));
    const fault = (statement: Statement): Promise<unknown> => {
      const { sql, values, run } = statement;
      if (isAbout(sql, "SELECT a.id, a.kind", "money_accounts"))
        return finding(statement, (column, row) =>
          column === "balanceCents" ? before.get(Number(row["id"])) : undefined,
        );
      if (!isAbout(sql, "UPDATE", "money_accounts")) return run();
      // Ids and balances, then ids and versions.
      const at = values.length / 2;
      const unguarded = values.filter((_, index) => index < at || (index - at) % 2 === 0);
      return run(sql.replaceAll(" AND version = ?", ""), unguarded);
    };
    return actual((manager) => work(listening(manager, fault)));
  });
  expect(await checkersOf()).toContain("books");
});

test("without idempotency: a key that does not count is named", async () => {
  replaceStatements(({ sql, values, run }) =>
    isAbout(sql, "INSERT", "money_keys")
      ? run(
          sql,
          values.map((value) => (/^[\da-f-]{36}$/.test(String(value)) ? randomUUID() : value)),
        )
      : run(),
  );
  expect(await checkersOf()).toEqual(expect.arrayContaining(["balances", "replays"]));
});

test("an answer before what it says is stored is named", async () => {
  let count = 0;
  replaceTransactions(
    (actual) => (work) =>
      new Promise((resolve, reject) => {
        let hasKey = false;
        let movesMoney = false;
        const fault = ({ sql, run }: Statement): Promise<unknown> => {
          hasKey ||= isAbout(sql, "INSERT", "money_keys");
          movesMoney ||= isAbout(sql, "INSERT", "money_entries");
          return run();
        };
        actual(async (manager) => {
          const result = await work(listening(manager, fault));
          resolve(result);
          // The power fails now and then.
          if (hasKey && movesMoney && ++count % 3 === 0) throw new Error("The power failed.");
        }).catch(reject);
      }),
  );
  // Sent again, it is either done twice, or its two answers differ.
  const found = await checkersOf();
  expect(found.includes("balances") || found.includes("replays")).toBe(true);
});

test("a refusal that undoes nothing is named", async () => {
  replaceTransactions((actual) => async (work) => {
    let refusal: Error | null = null;
    const result = await actual((manager) =>
      work(manager).catch((error: Error) => {
        refusal = error;
      }),
    );
    if (refusal !== null) throw refusal as Error;
    return result;
  });
  expect(await checkersOf()).toEqual(expect.arrayContaining(["books", "refused"]));
});

test.runIf(ENGINE === "sqlite")("a commit that does not wait for the disk is named", async () => {
  const pragma = Sqlite.prototype.pragma;
  vi.spyOn(Sqlite.prototype, "pragma").mockImplementation(function (this: Sqlite.Database, source, options) {
    return pragma.call(this, source.replace("synchronous = FULL", "synchronous = NORMAL"), options);
  });
  const hasty = await Forum.open({ isDurable: true });
  try {
    const findings = await (await BankWork.begin(hasty, await prepare(hasty))).run();
    expect(findings.map(({ checker }) => checker)).toEqual(["durability"]);
  } finally {
    await hasty.close();
  }
});

test("shares that were rounded in floats are named", async () => {
  replaceStatements(({ sql, values, run }) => {
    if (!isAbout(sql, "INSERT", "orders")) return run();
    const [, columns, places] = /\(([^)]*)\)\s*VALUES\s*\(([^)]*)\)/i.exec(sql)!;
    const names = columns!.split(",").map((name) => name.replace(/\W/g, ""));
    const parts = places!.split(",").map((place) => place.trim());
    // A number stands in the statement, or among its values: that is the engine's choice.
    const marks = parts.map((part, index) =>
      part === "?" ? parts.slice(0, index).filter((p) => p === "?").length : -1,
    );
    const changed = [...values];
    const read = (name: string): number => {
      const at = names.indexOf(name);
      return Number(marks[at]! < 0 ? parts[at] : values[marks[at]!]);
    };
    const write = (name: string, cents: number): void => {
      const at = names.indexOf(name);
      if (marks[at]! < 0) parts[at] = String(cents);
      else changed[marks[at]!] = cents;
    };
    const site = Math.round((read("amountCents") / 100) * 0.1 * 100);
    write("payeeCents", read("payeeCents") + read("siteCents") - site);
    write("siteCents", site);
    return run(sql.replace(places!, parts.join(", ")), changed);
  });
  expect(await checkersOf()).toEqual(expect.arrayContaining(["balances", "splits"]));
});

test.runIf(ENGINE !== "sqlite")("locks in any order that nobody tries again are named", async () => {
  replaceStatements(async ({ sql, values, run }) => {
    if (!isAbout(sql, "SELECT a.id, a.kind", "money_accounts")) return run();
    const locked: unknown[] = [];
    for (const id of [...values].sort(() => Math.random() - 0.5)) {
      const one = sql.replace(/IN \([^)]*\)/, "IN (?)");
      // As another error, which the program does not try again.
      const found = await run(one, [id]).catch((error: unknown) => Promise.reject(new Error(String(error))));
      locked.push(...(found as unknown[]));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return locked;
  });
  expect(await checkersOf()).toContain("errors");
});

/** Holds the three sweeps of a kind back until all have listed what is due: a later one finds nothing left to end. */
function listTogether(): void {
  const find = EntityManager.prototype.find;
  const waiting = new Map<unknown, (() => void)[]>([RedPacket, Bounty].map((table) => [table, []]));
  vi.spyOn(EntityManager.prototype, "find").mockImplementation(async function (
    this: EntityManager,
    table,
    options,
  ) {
    const rows = await find.call(this, table, options);
    const sweeps = waiting.get(table);
    if (sweeps === undefined || !JSON.stringify(options).includes('"OPEN"')) return rows;
    await new Promise<void>((resolve) => {
      sweeps.push(resolve);
      if (sweeps.length === 3) for (const goOn of sweeps) goOn();
    });
    return rows;
  });
}

test("an end that comes twice is named", async () => {
  listTogether();
  const renamed = new Map<unknown, unknown>();
  replaceStatements((statement) => {
    const { sql, values, run } = statement;
    if (isAbout(sql, "SELECT", "red_packets") || isAbout(sql, "SELECT", "bounties"))
      return finding(statement, (column, row) =>
        column === "state" && JSON.stringify(row).includes("ENDED") ? "OPEN" : undefined,
      );
    if (isAbout(sql, "SELECT", "money_holds"))
      return finding(statement, (column, _row, value) =>
        column === "remainingCents" && Number(value) === 0 ? 77 : undefined,
      );
    if (isAbout(sql, "INSERT", "money_transactions"))
      for (const value of values)
        if (String(value).endsWith(":release")) renamed.set(value, `${String(value)}:${randomUUID()}`);
    return isAbout(sql, "(INSERT|SELECT)", "money_transactions")
      ? run(
          sql,
          values.map((value) => renamed.get(value) ?? value),
        )
      : run();
  });
  expect(await checkersOf()).toEqual(expect.arrayContaining(["balances", "books"]));
});

test("claims without the unique key of members are named", async () => {
  await forum.write(async (ctx) => {
    const name = indexNamed("red_packet_shares", ["packetId", "userId"]);
    await ctx.db.query(`DROP INDEX ${name}${forum.engine === "sqlite" ? "" : " ON red_packet_shares"}`);
  });
  const exists = EntityManager.prototype.existsBy;
  vi.spyOn(EntityManager.prototype, "existsBy").mockImplementation(function (
    this: EntityManager,
    table,
    where,
  ) {
    return (table as unknown) === RedPacketShare ? Promise.resolve(false) : exists.call(this, table, where);
  });
  expect(await checkersOf()).toEqual(expect.arrayContaining(["shares"]));
});

test("decisions that do not look at what was decided are named", async () => {
  replaceStatements((statement) =>
    isAbout(statement.sql, "SELECT", "withdrawals")
      ? finding(statement, (column) => (column === "state" ? "PENDING" : undefined))
      : statement.run(),
  );
  expect(await checkersOf()).toContain("decisions");
});

test("a payment from outside whose amount is believed is named", async () => {
  replaceStatements((statement) => {
    const { sql, values } = statement;
    const isIt =
      new RegExp(`id["\`]? = ${work.liedAbout}\\b`).test(sql) || String(values[0]) === work.liedAbout;
    return isAbout(sql, "SELECT", "payments") && isIt
      ? finding(statement, (column) => (column === "amountCents" ? LIE_CENTS : undefined))
      : statement.run();
  });
  expect(await checkersOf()).toContain("outside");
});

/** An entity manager each of whose calls is a transaction of its own. */
function withoutTransaction(actual: Transaction): EntityManager {
  const queryRunner = {
    query: (...args: unknown[]) =>
      actual((manager) => (manager.queryRunner!.query as (...args: unknown[]) => Promise<unknown>)(...args)),
  };
  type Call = (...args: unknown[]) => unknown;
  return new Proxy(forum.database.manager, {
    get(manager, property) {
      if (property === "queryRunner") return queryRunner;
      const value = Reflect.get(manager, property) as unknown;
      if (typeof value !== "function") return value;
      if (property === "createQueryBuilder") return value.bind(manager) as Call;
      return (...args: unknown[]) =>
        actual((each) => Promise.resolve((Reflect.get(each, property) as Call).apply(each, args)));
    },
  });
}

import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of the site as a whole: settings, audit log, outbox, processes. */
export async function createSite(runner: QueryRunner): Promise<void> {
  await createSettings(runner);
  await createAuditLog(runner);
  await createOutbox(runner);
  await createProcesses(runner);
}

/** Settings, and each save of them with its changes, so that it can be undone. */
async function createSettings(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "settings",
    columns: [
      c.varchar("tag", 50, { primary: true }),
      c.varchar("key", 100, { primary: true }),
      c.text("value"),
    ],
  });
  await createTable(runner, {
    name: "setting_saves",
    columns: [c.id(), c.ref("actorId"), c.ref("undoOfId", { nullable: true }), c.time("createdAt")],
  });
  await createTable(runner, {
    name: "setting_changes",
    columns: [
      c.id(),
      c.ref("saveId"),
      c.varchar("tag", 50),
      c.varchar("key", 100),
      c.text("before", { nullable: true }),
      c.text("after", { nullable: true }),
    ],
    references: { saveId: "setting_saves" },
    indexes: [["saveId"], ["tag", "key", "id"]],
  });
}

/** The log of what staff does, as a chain of hashes whose end stands in a table of its own. */
async function createAuditLog(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "audit_log",
    columns: [
      c.id(),
      c.time("createdAt"),
      c.ref("actorId"),
      c.varchar("action", 60),
      c.varchar("target", 100),
      c.text("before", { nullable: true }),
      c.text("after", { nullable: true }),
      c.varchar("reason", 255),
      c.varchar("requestId", 64),
      c.varchar("address", 64),
      c.varchar("previousHash", 64),
      c.varchar("hash", 64),
    ],
    indexes: [
      ["actorId", "id"],
      ["actorId", "action", "id"],
      ["action", "id"],
      ["target", "id"],
    ],
  });
  await createTable(runner, {
    name: "audit_head",
    columns: [c.int("id", { primary: true }), c.int("entries"), c.varchar("hash", 64)],
  });
}

/** Events that must not be lost, until each of their subscribers has handled them. */
async function createOutbox(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "outbox",
    columns: [
      c.id(),
      c.varchar("name", 60),
      c.varchar("orderKey", 100, { nullable: true }),
      c.text("payload"),
      c.int("attempts"),
      c.bool("dead"),
      c.time("dueAt"),
      c.time("createdAt"),
      c.varchar("lastError", 300),
    ],
    indexes: [
      ["dead", "dueAt", "id"],
      ["orderKey", "id"],
    ],
  });
}

/** Marks of the program, and state that several processes on one database share. */
async function createProcesses(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "program_marks",
    columns: [c.varchar("name", 50, { primary: true }), c.varchar("value", 100), c.time("at")],
  });
  await createTable(runner, {
    name: "processes",
    columns: [
      c.varchar("id", 36, { primary: true }),
      c.varchar("host", 100),
      c.int("pid"),
      c.time("startedAt"),
      c.time("seenAt"),
    ],
  });
  await createTable(runner, {
    name: "page_versions",
    columns: [c.int("id", { primary: true }), c.int("version")],
  });
  const versions = (await runner.query("SELECT id FROM page_versions")) as unknown[];
  if (versions.length === 0) await runner.query("INSERT INTO page_versions (id, version) VALUES (1, 0)");
  await createTable(runner, {
    name: "limit_counters",
    columns: [
      c.varchar("id", 64, { primary: true }),
      c.int("points"),
      c.time("endsAt"),
      c.time("restUntil", { nullable: true }),
    ],
    indexes: [["endsAt"]],
  });
}

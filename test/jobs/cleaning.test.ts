import { afterAll, beforeAll, expect, test } from "vitest";
import { run, sqlTime } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Rows that wait to be removed: more than any job removes at once. */
const MANY = 1_203;
/** Rows that one statement may remove: on SQLite everybody waits for it. */
const AT_ONCE_MAX = 200;
const LONG_AGO = sqlTime(new Date(Date.UTC(2020, 0, 1)));
const FAR_AHEAD = sqlTime(new Date(Date.UTC(2100, 0, 1)));

let forum: Forum;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member();
});
afterAll(() => forum.close());

/** Adds rows of one table, `{n}` being the number of each. */
async function add(table: string, columns: string, values: string, count = MANY): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => `(${values.replaceAll("{n}", String(n))})`);
  await forum.write((ctx) => run(ctx, `INSERT INTO ${table} (${columns}) VALUES ${all.join(", ")}`));
}

/** Runs a job. @returns how many rows each of its statements removed at most */
async function cleaned(job: string): Promise<number[]> {
  const statements = await forum.statementsOf(() => forum.app.clock.runAll([job]));
  return statements.filter((sql) => sql.startsWith("DELETE")).map((sql) => sql.split("?").length - 1);
}

async function left(table: string): Promise<number> {
  const [found] = await forum.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} x WHERE x.userId = ?`, [
    ada.id,
  ]);
  return Number(found!.n);
}

const SESSION = "userId, client, tokenHash, companionHash, userAgent, createdAt, lastSeenAt, expiresAt";

test("sessions that have ended are removed, all of them and a few at a time", async () => {
  const before = await left("sessions");
  await add(
    "sessions",
    SESSION,
    `${ada.id}, 'BROWSER', 'ended{n}', '', '', '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}'`,
  );
  const removed = await cleaned("removeEndedSessions");
  expect(await left("sessions")).toBe(before);
  expect(Math.max(...removed)).toBeLessThanOrEqual(AT_ONCE_MAX);
});

test("lines of the delivery log that are old are removed, whatever became of them; what waits stays", async () => {
  const columns = "userId, channel, subject, kind, state, attempts, dueAt, createdAt, error";
  for (const state of ["SENT", "CANCELLED", "PENDING"])
    await add(
      "notice_dispatches",
      columns,
      `${ada.id}, 'EMAIL', '${state}{n}', 'post.replied', '${state}', 1, '${LONG_AGO}', '${LONG_AGO}', ''`,
      state === "SENT" ? MANY : 3,
    );
  const removed = await cleaned("forgetOldDispatches");
  expect(await left("notice_dispatches")).toBe(3);
  expect(Math.max(...removed)).toBeLessThanOrEqual(AT_ONCE_MAX);
});

test("browsers of sessions that are no more are removed among those that live", async () => {
  const columns = "userId, sessionId, endpointHash, sealed, userAgent, createdAt";
  await add(
    "sessions",
    SESSION,
    `${ada.id}, 'BROWSER', 'live', '', '', '${LONG_AGO}', '${LONG_AGO}', '${FAR_AHEAD}'`,
    1,
  );
  const [living] = await forum.rows<{ id: number }>("SELECT s.id FROM sessions s WHERE s.tokenHash = 'live'");
  await add("push_subscriptions", columns, `${ada.id}, ${living!.id}, 'first', '', '', '${LONG_AGO}'`, 1);
  await add("push_subscriptions", columns, `${ada.id}, 999999, 'dead{n}', '', '', '${LONG_AGO}'`);
  await add("push_subscriptions", columns, `${ada.id}, ${living!.id}, 'last', '', '', '${LONG_AGO}'`, 1);
  const removed = await cleaned("sweepPushSubscriptions");
  expect(await left("push_subscriptions")).toBe(2);
  expect(removed.length).toBeLessThan(MANY / 10);
  expect(Math.max(...removed)).toBeLessThanOrEqual(AT_ONCE_MAX);
});

import { expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

/** The database of a forum as an operator sees it, in the log and in the metrics. */
const METRICS_TOKEN = "a-token-for-prometheus";

async function openMeasured(): Promise<{ forum: Forum; metrics: () => Promise<string[]> }> {
  const forum = await Forum.open({ env: { METRICS_TOKEN, SLOW_STATEMENT_MS: "50" } });
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return {
    forum,
    metrics: async () => (await forum.app.inject({ url: "/metrics", headers })).body.split("\n"),
  };
}

const valueIn = (lines: readonly string[], name: string): number =>
  Number(lines.find((line) => line.startsWith(`${name} `))!.slice(name.length));

test("a slow statement is counted and logged, without its values; time at the database is added up", async () => {
  const { forum, metrics } = await openMeasured();
  const before = valueIn(await metrics(), "luntan_database_seconds_total");
  const counting = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    SELECT COUNT(*) AS total FROM n WHERE i <> ?`;
  const sleeping = "SELECT SLEEP(0.2) AS slept FROM DUAL WHERE 1 <> ?";
  await forum.rows(forum.engine === "sqlite" ? counting : sleeping, [424_242]);

  const after = await metrics();
  expect(valueIn(after, "luntan_database_slow_statements_total")).toBeGreaterThanOrEqual(1);
  expect(valueIn(after, "luntan_database_seconds_total") - before).toBeGreaterThan(0.05);
  const line = forum.logLines.find(
    (each) => /a statement was slow/.test(each) && /RECURSIVE|SLEEP/.test(each),
  );
  expect(line).toMatch(/"ms":\d+,"statement":"(WITH RECURSIVE|SELECT SLEEP)/);
  expect(line).not.toContain("424242");
  await forum.close();
});

test("a pool says how many connections there are, and how many work; a file has none", async () => {
  const { forum, metrics } = await openMeasured();
  const lines = (await metrics()).filter((line) => /^luntan_database_connection/.test(line));
  if (forum.engine === "sqlite") expect(lines).toEqual([]);
  else {
    expect(valueIn(lines, 'luntan_database_connections{state="open"}')).toBeGreaterThan(0);
    const asked = Array.from({ length: 30 }, () => forum.rows("SELECT SLEEP(0.1) AS slept"));
    await Promise.all(asked);
    const later = await metrics();
    expect(valueIn(later, "luntan_database_connection_waits_total")).toBeGreaterThanOrEqual(20);
    expect(valueIn(later, 'luntan_database_connections{state="open"}')).toBe(10);
    // A reading asks the database itself.
    expect(valueIn(later, 'luntan_database_connections{state="busy"}')).toBeLessThanOrEqual(2);
  }
  await forum.close();
});

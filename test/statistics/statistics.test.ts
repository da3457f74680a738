import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startsOf, STEPS, StatisticsUnit } from "../../server/core/steps.ts";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const days = (unit: StatisticsUnit): string[] =>
  startsOf(new Date("2026-03-04T23:59:00Z"), unit).map((day) => day.toISOString().slice(0, 10));

test("steps are days, weeks from Monday, and months, and end with the present one", () => {
  expect(days(StatisticsUnit.DAY).slice(-3)).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
  expect(days(StatisticsUnit.WEEK).slice(-2)).toEqual(["2026-02-23", "2026-03-02"]);
  expect(days(StatisticsUnit.MONTH)).toHaveLength(12);
  expect(days(StatisticsUnit.MONTH).at(0)).toBe("2025-04-01");
  expect(days(StatisticsUnit.MONTH).at(-1)).toBe("2026-03-01");
  expect(STEPS).toEqual({ DAY: 30, WEEK: 26, MONTH: 12 });
});

test("what happens today counts today, in every unit, and members who were here count once", async () => {
  const admin = await forum.admin();
  const author = await forum.member();
  const read = async (unit: string) =>
    (
      await admin.graphql(
        `query ($unit: StatisticsUnit!) { statistics(unit: $unit) { from threads posts members activeMembers } }`,
        { unit },
      )
    ).statistics.at(-1);
  const before = await read("DAY");

  const { id } = await publish(author, { categoryId: await forum.categoryId() });
  await reply(author, id);
  await reply(author, id);
  await forum.app.clock.runAll(["noteActiveMembers"]);
  await forum.app.clock.runAll(["noteActiveMembers"]);

  for (const unit of ["DAY", "WEEK", "MONTH"]) {
    const now = await read(unit);
    expect(now.threads).toBe(before.threads + 1);
    expect(now.posts).toBe(before.posts + 2);
    expect(now.members).toBeGreaterThanOrEqual(2);
    expect(now.activeMembers).toBe(2);
  }
});

test("each step counts what was made in it, from its first moment to its last, in one range of an index", async () => {
  const [admin, author] = [await forum.admin(), await forum.member()];
  const starts = startsOf(new Date(), StatisticsUnit.DAY);
  const [first, second] = [starts[3]!, starts[4]!];
  const times = [first, new Date(second.getTime() - 1), second];
  const before = await daily(admin);
  for (const time of times) {
    const { id } = await publish(author, { categoryId: await forum.categoryId() });
    await forum.write((ctx) => run(ctx, "UPDATE threads SET createdAt = ? WHERE id = ?", [time, id]));
  }
  const statements = await forum.statementsOf(async () => void (await daily(admin)));
  const after = await daily(admin);

  expect(after.map((n, index) => n - before[index]!)).toEqual(
    starts.map((_start, index) => (index === 3 ? 2 : index === 4 ? 1 : 0)),
  );
  // Grouping a year of days would keep everybody waiting while it is sorted.
  expect(statements.filter((sql) => sql.includes("GROUP BY"))).toEqual([]);
});

const daily = async (admin: Person): Promise<number[]> =>
  (await admin.graphql(`{ statistics(unit: DAY) { threads } }`)).statistics.map(
    ({ threads }: { threads: number }) => threads,
  );

test("the size of the database counts the logs and the search index", async () => {
  const admin = await forum.admin();
  const read = async () =>
    (await admin.graphql(`{ siteHealth { databaseBytes } }`)).siteHealth.databaseBytes as number;
  expect(await read()).toBeGreaterThan(0);
  if (forum.engine !== "sqlite") return;
  const folder = forum.app.config.dataDir;
  const sizes = readdirSync(folder)
    .filter((name) => /^(?:luntan|search)\.db(?:-wal)?$/.test(name))
    .map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(2);
  expect(await read()).toBe(sizes.reduce((sum, size) => sum + size, 0));
});

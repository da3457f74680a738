import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A member checks in once a day of the site's time zone, which begins at 16:00 UTC in Shanghai. */
const STATE = `{ checkInState { checkedIn streak longest total } }`;
const CHECK_IN = `mutation { checkIn { checkedIn streak longest total } }`;

let forum: Forum;
let ada: Person;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(() => void vi.useRealTimers());

const NOON = Date.parse("2026-03-10T04:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The clock stands so long after noon of the first day, Shanghai time. */
function at(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON + ms });
}
async function newMember(): Promise<void> {
  at(-HOUR);
  ada = await forum.member();
}
const state = async () => (await ada.graphql(STATE)).checkInState;
const press = async () => (await ada.graphql(CHECK_IN)).checkIn;

test("days in a row count up, and a day left out begins anew while the longest stays", async () => {
  await newMember();
  at(0);
  expect(await state()).toEqual({ checkedIn: false, streak: 0, longest: 0, total: 0 });
  expect(await press()).toEqual({ checkedIn: true, streak: 1, longest: 1, total: 1 });
  at(DAY);
  expect(await state()).toEqual({ checkedIn: false, streak: 1, longest: 1, total: 1 });
  expect(await press()).toEqual({ checkedIn: true, streak: 2, longest: 2, total: 2 });
  at(3 * DAY);
  expect(await state()).toEqual({ checkedIn: false, streak: 0, longest: 2, total: 2 });
  expect(await press()).toEqual({ checkedIn: true, streak: 1, longest: 2, total: 3 });
});

test("the day ends at midnight of the site's time zone", async () => {
  await newMember();
  // 23:59 and 00:01 in Shanghai, the same day in UTC.
  at(12 * HOUR - 60_000);
  await press();
  at(12 * HOUR + 60_000);
  expect(await state()).toMatchObject({ checkedIn: false, streak: 1 });
  expect(await press()).toMatchObject({ streak: 2, total: 2 });
});

test("twelve presses at once are one check-in", async () => {
  await newMember();
  at(0);
  const answers = await Promise.all(Array.from({ length: 12 }, press));

  for (const answer of answers) expect(answer).toEqual({ checkedIn: true, streak: 1, longest: 1, total: 1 });
  const rows = await forum.rows("SELECT c.day FROM check_ins c WHERE c.userId = ?", [ada.id]);
  expect(rows).toEqual([{ day: "2026-03-10" }]);
});

test("a clock that goes back neither counts a day twice nor breaks the days in a row", async () => {
  await newMember();
  at(0);
  await press();
  at(DAY);
  await press();
  at(0);
  expect(await press()).toEqual({ checkedIn: true, streak: 1, longest: 1, total: 1 });
  at(2 * DAY);
  expect(await press()).toEqual({ checkedIn: true, streak: 3, longest: 3, total: 3 });
});

test("a visitor has no check-ins and cannot make any", async () => {
  vi.useRealTimers();
  const visitor = forum.visitor();
  expect(await visitor.graphql(STATE)).toEqual({ checkInState: null });
  await expect(visitor.graphql(CHECK_IN)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test.each(["Mars/Olympus", "", "+8 hours and a bit"])("%j is no time zone", async (value) => {
  vi.useRealTimers();
  const admin = await forum.admin();
  const save = `mutation ($value: String!) {
    saveSettings(entries: [{ key: "site_time_zone", value: $value }]) { id } }`;
  await expect(admin.graphql(save, { value })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

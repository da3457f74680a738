import { expect, test } from "vitest";
import { EMPTY_DRAFT, readLocalDraft } from "../../client/features/drafts/localDraft.ts";
import { mergeDrafts } from "../../client/features/drafts/mergeDrafts.ts";
import {
  FIRST_POLL,
  isPossibleEnd,
  pollPlanOf,
  repeatedOptions,
} from "../../client/features/polls/pollDraft.ts";
import { localTimeOf, timeOfLocal } from "../../client/ui/localTime.ts";
import { restUntil } from "../../client/features/polls/pollTime.ts";

/** A poll while it is written, and the times that its card tells. */

const NOW = Date.UTC(2026, 10, 27, 8);
const MINUTE_MS = 60_000;
const at = (ms: number) => new Date(NOW + ms).toISOString();

test("a poll goes out with the options that have a text, and none goes out with fewer than two", () => {
  const options = [" Noodles ", "", "Rice"];
  expect(pollPlanOf({ ...FIRST_POLL, title: " Lunch? ", options }, NOW)).toEqual({
    title: "Lunch?",
    kind: "SINGLE",
    options: ["Noodles", "Rice"],
    isSecret: false,
    resultsVisible: "ALWAYS",
    endsAt: null,
  });
  expect(pollPlanOf(FIRST_POLL, NOW)).toBeNull();
  expect(pollPlanOf({ ...FIRST_POLL, options: ["Noodles", " "] }, NOW)).toBeNull();
});

test("options that differ only by case, width or blanks are the same", () => {
  expect(repeatedOptions(["Green Tea", "", "ｇｒｅｅｎ  tea", "", "Coffee"])).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(pollPlanOf({ ...FIRST_POLL, options: ["A", "a", "B"] }, NOW)).toBeNull();
});

test("a poll ends in the future, within a year, or when its author ends it", () => {
  const year = 365 * 24 * 60 * MINUTE_MS;
  expect([null, at(MINUTE_MS), at(year)].map((end) => isPossibleEnd(end, NOW))).toEqual([true, true, true]);
  expect([at(0), at(-1), at(year + 1)].map((end) => isPossibleEnd(end, NOW))).toEqual([false, false, false]);
  expect(pollPlanOf({ ...FIRST_POLL, options: ["A", "B"], endsAt: at(-1) }, NOW)).toBeNull();
});

test("a time that is typed in the zone of the reader comes back as it was typed", () => {
  const typed = "2026-12-24T18:30";
  expect(localTimeOf(timeOfLocal(typed))).toBe(typed);
  expect(timeOfLocal("")).toBeNull();
  expect(localTimeOf(null)).toBe("");
});

test("the time that is left is told in the largest unit that fits", () => {
  const rests: [number, unknown][] = [
    [3 * 24 * 60, { unit: "days", count: 3 }],
    [23 * 60, { unit: "hours", count: 23 }],
    [59, { unit: "minutes", count: 59 }],
    [0.2, { unit: "minutes", count: 1 }],
    [0, null],
  ];
  for (const [minutes, rest] of rests) expect(restUntil(at(minutes * MINUTE_MS), NOW)).toEqual(rest);
});

test("the poll of one window and the text of another are joined, and two polls are a matter of choice", () => {
  const poll = { ...FIRST_POLL, options: ["A", "B"] };
  const withPoll = { ...EMPTY_DRAFT, gifts: { ...EMPTY_DRAFT.gifts, poll } };
  const withText = { ...EMPTY_DRAFT, body: "Which one?" };
  expect(mergeDrafts(EMPTY_DRAFT, withPoll, withText)).toEqual({ ...withPoll, body: "Which one?" });
  const other = { ...EMPTY_DRAFT, gifts: { ...EMPTY_DRAFT.gifts, poll: { ...poll, isSecret: true } } };
  expect(mergeDrafts(EMPTY_DRAFT, withPoll, other)).toBeNull();
});

test("a draft of this device from before there were polls has none", () => {
  const { poll: _none, ...gifts } = EMPTY_DRAFT.gifts;
  const content = { ...EMPTY_DRAFT, title: "Tea", gifts };
  localStorage.setItem("luntan_draft:5:thread:new", JSON.stringify({ content }));
  expect(readLocalDraft("5:thread:new")?.content).toEqual({ ...EMPTY_DRAFT, title: "Tea" });
});

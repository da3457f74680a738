import { expect, test } from "vitest";
import { readSearchView, searchFilter } from "../../client/features/search/searchAddress.ts";
import {
  savedHref,
  savedOf,
  saveInputOf,
  type Saved,
} from "../../client/features/search/saved/savedSearches.ts";

/** A saved search opens on the page as it was saved, by whatever program. */
const FILTER = {
  categoryId: null,
  authorId: null,
  threadId: null,
  writtenFrom: null,
  writtenBefore: null,
  titleOnly: null,
  hasPicture: null,
  hasFile: null,
  hasPoll: null,
  isPaid: null,
  hasBounty: null,
  hasRedPacket: null,
  solved: null,
  phrases: null,
  without: null,
};
const SAVED = {
  id: "1",
  name: "Bread",
  query: "bread",
  withinDays: null,
  notifies: true,
  newThreadCount: 0,
  newReplyCount: 0,
  newCount: 0,
  isBroken: false,
  createdAt: "2026-11-28T00:00:00.000Z",
  filter: FILTER,
} as unknown as Saved;

function keywordOf(saved: Saved): string {
  return readSearchView(new URL(savedHref(saved), "http://forum").searchParams).keyword;
}
const withFilter = (filter: object): Saved =>
  ({ ...SAVED, filter: { ...FILTER, ...filter } }) as unknown as Saved;

test("phrases and marks that a program saved are operators in the text", () => {
  expect(keywordOf(SAVED)).toBe("bread");
  expect(keywordOf(withFilter({ phrases: ["rye flour"], without: ["dry yeast"], hasPoll: true }))).toBe(
    'bread "rye flour" -"dry yeast" has:poll',
  );
  const marks = { hasFile: true, isPaid: true, hasBounty: true, hasRedPacket: true };
  expect(keywordOf({ ...withFilter(marks), query: "" } as Saved)).toBe(
    "has:file has:paid has:bounty has:redpacket",
  );
});

test("the page that such an address opens knows its saved search", () => {
  const saved = withFilter({ phrases: ["rye flour"], hasPoll: true });
  const view = readSearchView(new URL(savedHref(saved), "http://forum").searchParams);
  expect(savedOf([SAVED, saved], view)).toBe(saved);
  expect(savedOf([SAVED], view)).toBeUndefined();
});

test("times and days that a program saved narrow what the page finds, and are saved again as they were", () => {
  const times = { writtenFrom: "2026-05-01T08:30:00.000Z", writtenBefore: "2026-06-01T00:00:00.000Z" };
  const saved = { ...withFilter(times), withinDays: 10 } as Saved;
  const view = readSearchView(new URL(savedHref(saved), "http://forum").searchParams);

  expect(savedOf([SAVED, saved], view)).toBe(saved);
  expect(saveInputOf(view)).toEqual({ query: "bread", filter: times, withinDays: 10 });
  expect(searchFilter(view, Date.parse("2026-05-05T12:00:00Z"))).toEqual(times);
  expect(searchFilter(view, Date.parse("2026-05-20T12:00:00Z")).writtenFrom).toBe("2026-05-10T00:00:00.000Z");
});

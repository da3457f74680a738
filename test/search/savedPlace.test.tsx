import { expect, test } from "vitest";
import { readSearchView } from "../../client/features/search/searchAddress.ts";
import { savedHref, savedOf, type Saved } from "../../client/features/search/saved/savedSearches.ts";

/** A saved search opens on the page as it was saved, by whatever program. */
const FILTER = {
  categoryId: null,
  authorId: null,
  threadId: null,
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

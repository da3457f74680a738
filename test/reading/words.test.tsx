import { expect, test } from "vitest";
import { PAGES_MAX, pagesWanted, wantsMore } from "../../client/features/posts/stream/streamWindow.ts";
import { UNDO_MS } from "../../client/features/posts/usePostActions.tsx";
import { GAP_MS, gapText } from "../../client/features/posts/stream/timeGap.ts";
import { DETAIL_MAX, REASONS } from "../../client/features/moderation/reports/ReportDialog.tsx";
import { rowsOf } from "../../client/features/threads/sharing/drawPoster.ts";
import { ReadingPlace } from "../../client/features/reading/readingPlace.ts";
import { RETURN_OFFER_MS, RETURN_POSTS } from "../../client/features/threads/page/ThreadExtras.tsx";
import { NEW_REPLIES_POLL_MS } from "../../client/features/threads/page/useNewReplies.ts";
import { IDLE_MS, MARK_EVERY_MS } from "../../client/features/reading/useReadMarks.ts";
import { TOUCH_SETTLE_MS } from "../../client/features/posts/composer/QuoteButton.tsx";
import { POSTS_PER_PAGE } from "../../client/features/reading/threadAddress.ts";
import {
  bareText,
  SHARE_TITLE_DEFAULT,
  SHARE_TITLE_MAX,
  shareTitle,
} from "../../client/platform/shareText.ts";

test("the numbers of reading are those of the specification", () => {
  expect({ SHARE_TITLE_MAX, DETAIL_MAX, GAP_MS, MARK_EVERY_MS, IDLE_MS, NEW_REPLIES_POLL_MS }).toEqual({
    SHARE_TITLE_MAX: 17,
    DETAIL_MAX: 450,
    GAP_MS: 7 * 24 * 60 * 60 * 1000,
    MARK_EVERY_MS: 60_000,
    IDLE_MS: 180_000,
    NEW_REPLIES_POLL_MS: 60_000,
  });
  expect({ UNDO_MS, RETURN_OFFER_MS, RETURN_POSTS, TOUCH_SETTLE_MS }).toEqual({
    UNDO_MS: 10_000,
    RETURN_OFFER_MS: 15_000,
    RETURN_POSTS: 5,
    TOUCH_SETTLE_MS: 300,
  });
  expect(REASONS).toEqual(["SPAM", "ILLEGAL", "FLOODING", "DUPLICATE", "OTHER"]);
  expect(PAGES_MAX * POSTS_PER_PAGE).toBe(100);
});

test.each([
  ["<b>Hello</b>  big world", "Hellobigworld"],
  ["a &lt; b &amp; c", "a<b&c"],
  ["  \n\t ", ""],
])("the shared text of %j is %j", (text, bare) => expect(bareText(text)).toBe(bare));

test.each([
  ["一二三四五六七八九十一二三四五六七八", "", "一二三四五六七八九十一二三四五六七"],
  ["👩‍👩‍👧".repeat(18), "", "👩‍👩‍👧".repeat(17)],
  ["", "我的论坛", "我的论坛"],
  [null, "", SHARE_TITLE_DEFAULT],
])("the shared title of %j at %j is %j", (title, site, shared) =>
  expect(shareTitle(title, site)).toBe(shared),
);

const texts = {
  daysLater: (count: number) => `${count} days`,
  monthsLater: (count: number) => `${count} months`,
  yearsLater: (count: number) => `${count} years`,
};
test.each([
  ["2026-01-01T00:00:00Z", "2026-01-07T23:59:59Z", null],
  ["2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z", "7 days"],
  ["2026-01-01T00:00:00Z", "2026-04-02T00:00:00Z", "3 months"],
  ["2024-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "2 years"],
])("between %s and %s it was quiet for %s", (before, after, text) =>
  expect(gapText(before, after, texts)).toBe(text),
);

test("what was read goes forward while the reader goes back", () => {
  const place = new ReadingPlace(0);
  const told: string[] = [];
  place.subscribe(() => told.push(`${place.current}–${place.ended}`));
  place.move(40, 43);
  place.move(40, 44);
  place.move(12, 15);
  expect({ told, current: place.current, furthest: place.furthest }).toEqual({
    told: ["40–43", "40–44", "12–15"],
    current: 12,
    furthest: 44,
  });
});

const heightOf = () => 1_000;
const SCREEN = 900;
test.each([
  [{ first: 1, last: 9 }, { first: 1, last: 3 }, 0, { first: 1, last: 3 }],
  [{ first: 1, last: 9 }, { first: 1, last: 5 }, 5_500, { first: 5, last: 8 }],
  [{ first: 1, last: 9 }, { first: 5, last: 9 }, 0, { first: 1, last: 3 }],
  [{ first: 3, last: 9 }, { first: 7, last: 9 }, 3_500, { first: 5, last: 9 }],
])("of known %j with %j shown, at %i there stand %j", (known, shown, from, wanted) => {
  const found = pagesWanted({ known, shown, heightOf, seen: { from, to: from + SCREEN } });
  expect(found.last - found.first).toBeLessThan(PAGES_MAX);
  const inSight = known.first + Math.floor(from / 1_000);
  expect(found.first <= inSight && inSight <= found.last).toBe(true);
  expect({ first: Math.max(found.first, wanted.first), last: Math.min(found.last, wanted.last) }).toEqual(
    wanted,
  );
});

test("more is read one and a half screens before it is seen, and not sooner", () => {
  const facts = { known: { first: 4, last: 7 }, shown: { first: 4, last: 7 }, heightOf };
  const at = (from: number) => wantsMore({ ...facts, seen: { from, to: from + SCREEN } });
  expect(at(1_400)).toEqual({ above: false, below: false });
  expect(at(1_300)).toEqual({ above: true, below: false });
  expect(at(1_760)).toEqual({ above: false, below: true });
});

test("the words of a poster fit its width, and more of them end with an ellipsis", () => {
  const measure = (text: string) => Array.from(text).length;
  expect(rowsOf("窗边的芒果树结果了", 4, 3, measure)).toEqual(["窗边的芒", "果树结果", "了"]);
  expect(rowsOf("one two three", 7, 3, measure)).toEqual(["one two", "three"]);
  expect(rowsOf("abcdefghij", 4, 2, measure)).toEqual(["abcd", "efg…"]);
});

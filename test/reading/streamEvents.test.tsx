import { expect, test } from "vitest";
import { eventsAt } from "../../client/features/posts/stream/streamEvents.ts";
import { PageEnds } from "../../client/features/posts/stream/useStreamPages.ts";

/** Places of events between replies, whose times are days here. */
const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();
const END = { hasNextPage: false, endCursor: null };
const events = [5, 12, 25].map((number) => ({ createdAt: day(number) }));

interface Stream {
  readonly pages: readonly (readonly number[])[];
  readonly sort?: "OLDEST" | "NEWEST" | "MOST_LIKED";
  readonly first?: number;
  readonly isEnd?: boolean;
}

/** Lists the days of replies and, in brackets, of events, of known pages from `first` on. */
function shown({ pages, sort = "OLDEST", first = 1, isEnd = true }: Stream): (number | number[])[] {
  const ends = new PageEnds();
  const rows = pages.map((days) => days.map((number) => ({ createdAt: day(number) })));
  rows.forEach((nodes, index) => ends.keep(first + index, nodes, END));
  return rows.flatMap((nodes, at) => {
    const times = nodes.map(({ createdAt }) => createdAt);
    const gap = { page: first + at, sort, after: null, times, ends, firstKnown: first };
    return [...times, null].flatMap((time, index) => {
      const here = eventsAt(events, { ...gap, index, isEnd: isEnd && at === rows.length - 1 });
      const days = here.map(({ createdAt }) => new Date(createdAt).getUTCDate());
      const reply = time === null ? [] : [new Date(time).getUTCDate()];
      return days.length > 0 ? [days, ...reply] : reply;
    });
  });
}

test("events stand between replies, at the beginning and at the end, in both orders", () => {
  expect(shown({ pages: [[6, 10], [20]] })).toEqual([[5], 6, 10, [12], 20, [25]]);
  expect(shown({ pages: [[20, 10], [6]], sort: "NEWEST" })).toEqual([[25], 20, [12], 10, 6, [5]]);
  expect(shown({ pages: [[]] })).toEqual([[5, 12, 25]]);
  expect(shown({ pages: [[20, 6]], sort: "MOST_LIKED" })).toEqual([20, 6]);
});

test("nothing stands at the edge of a window", () => {
  expect(shown({ pages: [[13, 20]], first: 2, isEnd: false })).toEqual([13, 20]);
  expect(shown({ pages: [[10], [13, 20]], first: 2, isEnd: false })).toEqual([10, [12], 13, 20]);
});

test("with older replies of a merged thread behind newer ones each event has one place", () => {
  expect(
    shown({
      pages: [
        [1, 10],
        [3, 13, 4, 30],
      ],
    }),
  ).toEqual([1, [5], 10, 3, [12], 13, 4, [25], 30]);
});

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { homeHref, homeVariables, readHomeView } from "../../client/features/home/homeAddress.ts";
import { NewThreadsBar } from "../../client/features/home/NewThreadsBar.tsx";
import { NEW_THREADS_POLL_MS } from "../../client/features/home/useNewThreads.ts";
import { recentSearches, rememberSearch, RECENT_MAX } from "../../client/features/search/recentSearches.ts";
import { SearchForm } from "../../client/features/search/SearchForm.tsx";
import { isWorthLooking, SUGGEST_DELAY_MS } from "../../client/features/search/useSuggestions.ts";
import { loadAct } from "../../client/ui/lateAct.ts";
import { ATTACHMENT_FOLD_COUNT } from "../../client/features/threads/list/ThreadCard.tsx";
import { moved, settled, squareOf, ZOOM_MAX } from "../../client/features/users/profile/cropGeometry.ts";

/** Addresses, the bar of new threads, suggestions while typing, and the square of a face. */
// Comes after the page has settled; a press does not wait for it then.
beforeAll(() => loadAct());
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

let asked: { name: string; variables: Record<string, unknown> }[] = [];
let fresh = 0;

/** A client whose server knows `fresh` new threads and one topic. */
function client(): ApolloClient {
  asked = [];
  const link = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        asked.push({ name: operationName ?? "", variables });
        const suggestions = {
          threads: { __typename: "SearchConnection", nodes: [] },
          topicCandidates: [{ __typename: "Topic", id: "5", name: "薄荷" }],
          replies: { __typename: "SearchConnection", nodes: [] },
          members: { __typename: "SearchConnection", nodes: [] },
        };
        observer.next({
          data: operationName === "NewThreads" ? { newThreadCount: fresh } : suggestions,
        });
        observer.complete();
      }),
  );
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

const within = (content: React.ReactNode) =>
  render(
    <ApolloProvider client={client()}>
      <MemoryRouter>{content}</MemoryRouter>
    </ApolloProvider>,
  );
const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
const setHidden = (hidden: boolean): void => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
};

test("the numbers are those of the specification", () => {
  expect([NEW_THREADS_POLL_MS, SUGGEST_DELAY_MS, ATTACHMENT_FOLD_COUNT]).toEqual([60_000, 250, 6]);
});

test.each([
  ["", { tab: "all", sort: "reply", type: null }, "LAST_REPLY", {}],
  ["tab=hot", { tab: "all", sort: "hot", type: null }, "HOT", {}],
  [
    "tab=recommended&sort=newest",
    { tab: "recommended", sort: "newest", type: null },
    "HOT",
    { recommended: true },
  ],
  [
    "tab=essence&type=image",
    { tab: "essence", sort: "reply", type: "IMAGE" },
    "LAST_REPLY",
    { essence: true, type: "IMAGE" },
  ],
  ["tab=followed&sort=newest", { tab: "followed", sort: "newest", type: null }, "NEWEST", { followed: true }],
  ["tab=unread", { tab: "unread", sort: "reply", type: null }, "LAST_REPLY", { unread: true }],
  ["tab=nonsense&sort=x&type=toString", { tab: "all", sort: "reply", type: null }, "LAST_REPLY", {}],
])("?%s shows %j", (search, view, sort, filter) => {
  const read = readHomeView(new URLSearchParams(search));
  expect(read).toMatchObject(view);
  expect(homeVariables(null, read, "cards")).toMatchObject({ sort, filter });
});

test("an address that is read and written again shows the same list", () => {
  const view = fc.record({
    tab: fc.constantFrom("all", "essence", "followed", "unread"),
    sort: fc.constantFrom("reply", "newest", "hot"),
    type: fc.constantFrom(null, "TEXT", "IMAGE", "ATTACHMENT"),
    after: fc.option(fc.base64String({ minLength: 4 })),
  });
  fc.assert(
    fc.property(view, (each) => {
      const href = homeHref("3", each as never);
      expect(readHomeView(new URL(href, "http://site").searchParams)).toEqual(each);
    }),
  );
});

const bar = () => screen.queryByRole("button");

test("new threads are asked for every minute, at once on focus, and never while the page is hidden", async () => {
  fresh = 0;
  within(<NewThreadsBar list="a" categoryId="3" filter={{ essence: true }} onShow={async () => undefined} />);
  await pass(59_999);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toHaveLength(1);
  expect(asked[0]!.variables).toMatchObject({ categoryId: "3", filter: { essence: true } });
  expect(bar()).toBeNull();

  fresh = 2;
  setHidden(true);
  await pass(180_000);
  expect(asked).toHaveLength(1);
  setHidden(false);
  await pass(0);
  expect(asked).toHaveLength(2);
  expect(bar()?.textContent).toContain("2");

  fresh = 100;
  act(() => void window.dispatchEvent(new Event("focus")));
  await pass(0);
  expect(bar()?.textContent).toContain("99+");
});

test("a click on the bar reads the list anew, and the bar counts from then on", async () => {
  fresh = 3;
  const onShow = vi.fn(async () => undefined);
  within(<NewThreadsBar list="b" categoryId={null} filter={{}} onShow={onShow} />);
  await pass(NEW_THREADS_POLL_MS);
  const before = asked.at(-1)!.variables["since"] as string;
  fresh = 0;
  fireEvent.click(bar()!);
  await pass(0);
  expect(onShow).toHaveBeenCalledOnce();
  expect(bar()).toBeNull();
  await pass(NEW_THREADS_POLL_MS);
  expect(Date.parse(asked.at(-1)!.variables["since"] as string)).toBeGreaterThan(Date.parse(before));
});

test("searches of this browser are remembered, newest first, each once, ten at most", () => {
  for (let index = 0; index < 12; index++) rememberSearch(`word ${index}`);
  rememberSearch("word 5");
  rememberSearch("");
  expect(recentSearches()).toHaveLength(RECENT_MAX);
  expect(recentSearches().slice(0, 2)).toEqual(["word 5", "word 11"]);
});

test.each([
  ["薄", true],
  ["ab", false],
  ["abc", true],
  ["", false],
])("whether “%s” is looked up while it is typed: %s", (text, worth) => {
  expect(isWorthLooking(text)).toBe(worth);
});

test("suggestions wait for a pause of 250 ms, and for the end of a composition", async () => {
  within(<SearchForm view={{ keyword: "", tab: "threads", after: null }} />);
  const field = screen.getByRole("combobox");
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: "bohe" } });
  await pass(1_000);
  expect(asked).toEqual([]);
  fireEvent.change(field, { target: { value: "薄荷" } });
  fireEvent.compositionEnd(field);
  await pass(249);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked.map(({ variables }) => variables)).toEqual([{ query: "薄荷" }]);
  expect(screen.getByRole("option").textContent).toContain("#薄荷");

  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(screen.getByRole("option").getAttribute("aria-selected")).toBe("true");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(screen.queryByRole("option")).toBeNull();
});

test("whatever is dragged or enlarged, the square of a face lies within the picture", () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  });
  const number = fc.double({ min: -3, max: 9, noNaN: true });
  fc.assert(
    fc.property(size, number, number, number, number, (picture, x, y, zoom, by) => {
      const crop = moved(picture, settled(picture, { x, y, zoom }), by, -by);
      const { left, top, side } = squareOf(picture, crop);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
      expect(left + side).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(top + side).toBeLessThanOrEqual(picture.height + 1e-6);
    }),
  );
});

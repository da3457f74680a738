import type { ApolloClient } from "@apollo/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNREAD_POLL_MAX_MS, UNREAD_POLL_MS, watchUnread } from "../../client/features/unread/unreadPoll.ts";
import { askUnread } from "../../client/features/unread/serverEvents.ts";
import { setTitle, setTitleCount } from "../../client/platform/title.ts";
import { markLeaving } from "../../client/session/sessionEnd.ts";

const COUNTS = { total: 3, dialogMessage: 1, account: 1, financial: 0, thread: 1 };

let isHidden = false;
const stops: (() => void)[] = [];

beforeEach(() => {
  // A file before may have signed out, which leaves its page; this one is open.
  markLeaving(false);
  vi.useFakeTimers();
  isHidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Tabs of one browser hear each other at once. */
function connectTabs(): void {
  const channels = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>();
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      channels.add(this);
    }
    postMessage(data: unknown): void {
      for (const other of channels) if (other !== this) other.onmessage?.({ data });
    }
    close(): void {
      channels.delete(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", Channel);
}

function openTab(viewerId = "1") {
  const query = vi.fn(() => Promise.resolve({ data: { unreadCounts: COUNTS } }));
  const writeQuery = vi.fn();
  stops.push(watchUnread({ query, writeQuery } as unknown as ApolloClient, viewerId));
  return { query, writeQuery };
}

const pass = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs);
const look = (hidden: boolean) => {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
};

test("what is unread is asked at once, and every 60 seconds", async () => {
  const { query, writeQuery } = openTab();
  await pass(0);
  expect(query).toHaveBeenCalledTimes(1);
  expect(writeQuery.mock.calls[0]![0]).toMatchObject({ data: { unreadCounts: COUNTS } });
  await pass(59_999);
  expect(query).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(query).toHaveBeenCalledTimes(2);
  expect(UNREAD_POLL_MS).toBe(60_000);
});

test("a hidden window asks nothing, and asks at once when it is seen again", async () => {
  const { query } = openTab();
  await pass(10);
  look(true);
  await pass(10 * UNREAD_POLL_MS);
  expect(query).toHaveBeenCalledTimes(1);
  look(false);
  window.dispatchEvent(new Event("focus"));
  await pass(0);
  expect(query).toHaveBeenCalledTimes(2);
});

test("of all tabs one asks, and the others show what it heard; tabs of somebody else do not", async () => {
  connectTabs();
  const tabs = [openTab(), openTab(), openTab()];
  const stranger = openTab("2");
  await pass(0);
  const before = tabs.reduce((sum, { query }) => sum + query.mock.calls.length, 0);
  const heard = stranger.writeQuery.mock.calls.length;
  await pass(3 * UNREAD_POLL_MS);

  const asked = tabs.reduce((sum, { query }) => sum + query.mock.calls.length, 0) - before;
  expect(asked).toBeLessThanOrEqual(4);
  expect(asked).toBeGreaterThanOrEqual(3);
  for (const { writeQuery } of tabs) expect(writeQuery.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(stranger.writeQuery.mock.calls.length - heard).toBe(3);
});

/** Tabs whose questions are answered after a while, as they are over a network; tells how often each has asked. */
function openTabs(count: number, answerMs: number) {
  connectTabs();
  const tabs = Array.from({ length: count }, () => {
    const tab = openTab();
    tab.query.mockImplementation(
      () => new Promise((resolve) => setTimeout(() => resolve({ data: { unreadCounts: COUNTS } }), answerMs)),
    );
    return { ...tab, stop: stops.at(-1)! };
  });
  const asked = () => tabs.map(({ query }) => query.mock.calls.length);
  return { tabs, asked, sum: () => asked().reduce((all, one) => all + one, 0) };
}

test("tabs whose time comes at the same moment do not ask at the same moment", async () => {
  const { sum } = openTabs(4, 800);
  await pass(1_000);
  const before = sum();
  await pass(5 * (UNREAD_POLL_MS + 800) + 1);
  expect(sum() - before).toBe(5);
});

test("when the tab that asks is closed, another one takes over within seconds, and one alone", async () => {
  const { tabs, asked, sum } = openTabs(3, 50);
  await pass(UNREAD_POLL_MS + 1_000);
  const before = asked();
  await pass(UNREAD_POLL_MS);
  const leader = asked().findIndex((count, index) => count > before[index]!);
  tabs[leader]!.stop();
  const sofar = sum();
  await pass(UNREAD_POLL_MS + 3_000);
  expect(sum()).toBe(sofar + 1);
  await pass(3 * (UNREAD_POLL_MS + 50));
  expect(sum()).toBe(sofar + 4);
  expect(asked()[leader]).toBe(before[leader]! + 1);
});

test("a window that gets the focus asks at once, twice in a second once, and the others wait anew", async () => {
  const { tabs, asked, sum } = openTabs(2, 20);
  await pass(30_000);
  const before = sum();
  window.dispatchEvent(new Event("focus"));
  await pass(50);
  window.dispatchEvent(new Event("focus"));
  await pass(50);
  // Both tabs of this test share one window, so each hears the focus.
  expect(sum() - before).toBe(tabs.length);
  await pass(UNREAD_POLL_MS - 200);
  expect(sum() - before).toBe(tabs.length);
  expect(asked().length).toBe(2);
});

test("while the server does not answer, questions become rarer, up to ten minutes apart", async () => {
  const { query } = openTab();
  query.mockImplementation(() => Promise.reject(new Error("gone")));
  await pass(0);
  await pass(UNREAD_POLL_MS);
  const atFirst = query.mock.calls.length;
  await pass(60 * UNREAD_POLL_MS);
  expect(query.mock.calls.length - atFirst).toBeLessThan(12);
  query.mockImplementation(() => Promise.resolve({ data: { unreadCounts: COUNTS } }));
  await pass(UNREAD_POLL_MAX_MS);
  const again = query.mock.calls.length;
  await pass(UNREAD_POLL_MS);
  expect(query.mock.calls.length).toBe(again + 1);
});

test("a window whose session has ended elsewhere says so, and does not ask again", async () => {
  const codes: number[] = [];
  const note = (event: Event) => codes.push((event as CustomEvent<{ code: number }>).detail.code);
  window.addEventListener("luntan:response", note);
  const refusal = { errors: [{ message: "请先登录", extensions: { code: "LOGIN_REQUIRED" } }] };
  const query = vi.fn(() => Promise.reject(Object.assign(new Error(), refusal)));
  const resetStore = vi.fn(() => Promise.resolve());
  stops.push(watchUnread({ query, resetStore } as unknown as ApolloClient, "1"));

  await pass(10 * UNREAD_POLL_MS);
  window.removeEventListener("luntan:response", note);
  // INVALID_TOKEN: sign in again.
  expect(codes).toEqual([-4011]);
  expect(query).toHaveBeenCalledTimes(1);
  expect(resetStore).toHaveBeenCalledTimes(1);
});

test("several tabs ask no more often while the server does not answer", async () => {
  const { tabs, sum } = openTabs(3, 50);
  for (const { query } of tabs) query.mockImplementation(() => Promise.reject(new Error("gone")));
  await pass(UNREAD_POLL_MS);
  const before = sum();
  await pass(60 * UNREAD_POLL_MS);
  expect(sum() - before).toBeLessThan(12);
});

test("once it is stopped nothing is asked", async () => {
  const { query } = openTab();
  await pass(0);
  stops.pop()!();
  await pass(5 * UNREAD_POLL_MS);
  window.dispatchEvent(new Event("focus"));
  await pass(0);
  expect(query).toHaveBeenCalledTimes(1);
});

test("the title says how much is unread, with 99+ above 99, whatever page is shown", () => {
  setTitle("Tea - Forum");
  setTitleCount(3);
  expect(document.title).toBe("(3) Tea - Forum");
  setTitle("Coffee - Forum");
  expect(document.title).toBe("(3) Coffee - Forum");
  setTitleCount(100);
  expect(document.title).toBe("(99+) Coffee - Forum");
  setTitleCount(0);
  expect(document.title).toBe("Coffee - Forum");
});

test("an answer to a question that was asked before something was marked is not shown; it is asked anew", async () => {
  const { query, writeQuery } = openTab();
  await pass(2_000);
  writeQuery.mockClear();
  const old = { ...COUNTS, total: 9 };
  query.mockImplementationOnce(
    () => new Promise((resolve) => setTimeout(() => resolve({ data: { unreadCounts: old } }), 500)),
  );
  window.dispatchEvent(new Event("focus"));
  await pass(100);
  askUnread();
  await pass(1_000);

  expect(query).toHaveBeenCalledTimes(3);
  expect(writeQuery).toHaveBeenCalledTimes(1);
  expect(writeQuery.mock.calls[0]![0]).toMatchObject({ data: { unreadCounts: COUNTS } });
});

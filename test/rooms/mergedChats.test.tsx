import { expect, test } from "vitest";
import { mergeChats } from "../../client/features/messages/rooms/mergedChats.ts";

/** A list of chats, each by its place. */
const list = (nodes: number[], hasNextPage = false) => ({ nodes, pageInfo: { hasNextPage } });
const PLACES = { dialog: (place: number) => place, room: (place: number) => place };
const merged = (dialogs: ReturnType<typeof list>, rooms: ReturnType<typeof list>) => {
  const { rows, next } = mergeChats(dialogs, rooms, PLACES);
  return {
    rows: rows.map(({ dialog, room }) => (dialog === null ? `room ${room}` : `dialog ${dialog}`)),
    next,
  };
};

test("dialogs and group chats are one list, the newest first", () => {
  expect(merged(list([9, 5, 1]), list([8, 2]))).toEqual({
    rows: ["dialog 9", "room 8", "dialog 5", "room 2", "dialog 1"],
    next: null,
  });
  expect(merged(list([]), list([3, 2]))).toEqual({ rows: ["room 3", "room 2"], next: null });
  expect(merged(list([3]), list([]))).toEqual({ rows: ["dialog 3"], next: null });
});

test("a row waits while rows of the other list may still come before it", () => {
  expect(merged(list([9, 7], true), list([8, 6, 5]))).toEqual({
    rows: ["dialog 9", "room 8", "dialog 7"],
    next: "dialogs",
  });
  expect(merged(list([9, 4, 3]), list([8, 6], true))).toEqual({
    rows: ["dialog 9", "room 8", "room 6"],
    next: "rooms",
  });
});

test("reading on only adds rows at the end, until all are there", () => {
  const all = { dialogs: [20, 18, 17, 9, 8, 2], rooms: [19, 16, 15, 14, 7, 1] };
  let sizes = { dialogs: 2, rooms: 2 };
  let shown: string[] = [];
  for (;;) {
    const part = (name: "dialogs" | "rooms") =>
      list(all[name].slice(0, sizes[name]), sizes[name] < all[name].length);
    const { rows, next } = merged(part("dialogs"), part("rooms"));
    expect(rows.slice(0, shown.length)).toEqual(shown);
    expect(rows.length).toBeGreaterThan(shown.length);
    shown = rows;
    if (!next) break;
    sizes = { ...sizes, [next]: sizes[next] + 2 };
  }
  expect(shown).toEqual([
    "dialog 20",
    "room 19",
    "dialog 18",
    "dialog 17",
    "room 16",
    "room 15",
    "room 14",
    "dialog 9",
    "dialog 8",
    "room 7",
    "dialog 2",
    "room 1",
  ]);
});

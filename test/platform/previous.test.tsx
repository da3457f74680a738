import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, openWindow, type Window } from "../support/window.tsx";
import { publish, reply } from "../threads/content.ts";

/** A page while the answer to another view of it is on its way. */
let forum: Forum;
let person: Person;
let categoryId: string;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  person = await forum.member();
  categoryId = await forum.categoryId();
  threadId = (await publish(person, { categoryId, title: "Canal boats" })).id;
  const admin = await forum.admin();
  await admin.graphql(`mutation { createCategory(input: { name: "Rivers" }) { id } }`);
  await reply(person, threadId, { body: "The first lock" });
  await reply(person, threadId, { body: "The last lock" });
});
afterAll(() => forum.close());
afterEach(closeWindows);

/** Holds back all that the window asks from now on. @returns a function that lets it pass, and all that follows */
function hold({ line }: Window): () => void {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!isOpen) await new Promise<void>((pass) => waiting.push(pass));
    return line.fetch(url, init);
  });
  return () => {
    isOpen = true;
    waiting.forEach((pass) => pass());
  };
}

const skeleton = () => document.querySelector("main [data-skeleton]");
const follow = async (name: string) => fireEvent.click(await screen.findByRole("link", { name }));

test("another list of the same page leaves the threads standing until its own have come", async () => {
  const window = await openWindow(person, "/");
  const open = hold(window);
  await follow("Featured");
  expect(window.address()).toBe("/?tab=essence");
  expect(screen.getByRole("link", { name: /Canal boats/ })).toBeDefined();
  expect(skeleton()).toBeNull();
  open();
  await waitFor(() => expect(screen.queryByRole("link", { name: /Canal boats/ })).toBeNull());
});

test("another category shows nothing of the one before", async () => {
  const window = await openWindow(person, `/category/${categoryId}`);
  screen.getByRole("link", { name: /Canal boats/ });
  const open = hold(window);
  fireEvent.click(screen.getAllByRole("link", { name: /Rivers/ })[0]!);
  await waitFor(() => expect(window.address()).toMatch(/^\/category\/\d+$/));
  expect(window.address()).not.toBe(`/category/${categoryId}`);
  expect(screen.queryByRole("link", { name: /Canal boats/ })).toBeNull();
  open();
  await waitFor(() => expect(skeleton()).toBeNull());
});

test("another order of a thread leaves text and replies standing until its own have come", async () => {
  const window = await openWindow(person, `/thread/${threadId}`);
  const open = hold(window);
  await follow("Newest");
  expect(window.address()).toBe(`/thread/${threadId}?sort=newest`);
  expect(screen.getByRole("heading", { name: "Canal boats" })).toBeDefined();
  const bodies = () => screen.getAllByText(/The (first|last) lock/).map((element) => element.textContent);
  expect(bodies()).toEqual(["The first lock", "The last lock"]);
  open();
  await waitFor(() => expect(bodies()).toEqual(["The last lock", "The first lock"]));
});

test("an answer that fails is told, whatever stood there before", async () => {
  const window = await openWindow(person, "/");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 400 })));
  await follow("Featured");
  await screen.findByRole("alert");
  expect(screen.queryByRole("link", { name: /Canal boats/ })).toBeNull();
  vi.stubGlobal("fetch", window.line.fetch);
});

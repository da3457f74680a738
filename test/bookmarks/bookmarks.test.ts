import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, see } from "../threads/content.ts";
import { addFolder, bookmarksOf, foldersOf, inHours, mark, unmark } from "./bookmarking.ts";

/** Members keep threads with notes, in folders, and are reminded of them. */

let forum: Forum;
let author: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  author = await forum.member();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const reader = () => forum.member("thread.favorite");
const thread = async (title = "Tea"): Promise<string> => (await publish(author, { categoryId, title })).id;
const act = (person: Person, name: string, variables: object) => {
  const [[key, value]] = Object.entries(variables) as [[string, unknown]];
  const type = Array.isArray(value) ? "[ID!]!" : "ID!";
  return person.graphql(`mutation ($v: ${type}) { ${name}(${key}: $v) ${BODY_OF[name] ?? "{ id }"} }`, {
    v: value,
  });
};
const BODY_OF: Readonly<Record<string, string>> = { deleteBookmarkFolder: "" };
const rename = (person: Person, folderId: string, name: string) =>
  person.graphql(
    `mutation ($id: ID!, $n: String!) { renameBookmarkFolder(folderId: $id, name: $n) { name } }`,
    { id: folderId, n: name },
  );
const keep = (person: Person, id: string, favorite: boolean) =>
  person.graphql(
    `mutation ($id: ID!, $f: Boolean!) { setThreadFavorite(threadId: $id, favorite: $f) { id } }`,
    {
      id,
      f: favorite,
    },
  );
const titlesOf = async (person: Person, filter?: object): Promise<(string | null)[]> =>
  (await bookmarksOf(person, filter)).nodes.map(
    ({ thread: each }: { thread: { title: string } | null }) => each?.title ?? null,
  );
/** Lets the time of every reminder come. */
const letTimeCome = () =>
  forum.write((ctx) =>
    ctx.db.query(
      "UPDATE thread_favorites SET remindAt = '2026-01-01 08:00:00.000' WHERE remindAt IS NOT NULL",
    ),
  );
const remind = () => forum.app.clock.runAll(["remindOfBookmarks"]);
const remindersOf = async (person: Person): Promise<{ text: string; thread: { id: string } }[]> => {
  await forum.delivered();
  const document = `{ notifications(entry: ACCOUNT, first: 50) { nodes { kind text thread { id } } } }`;
  const { nodes } = (await person.graphql(document)).notifications;
  return nodes.filter(({ kind }: { kind: string }) => kind === "bookmark.due");
};

describe("a bookmark", () => {
  test("holds a note, a folder and a reminder, which change one at a time", async () => {
    const ada = await reader();
    const [id, folderId, remindAt] = [await thread(), await addFolder(ada, "Recipes"), inHours(3)];

    await keep(ada, id, true);
    expect((await bookmarksOf(ada)).nodes).toMatchObject([{ id, note: "", folder: null, remindAt: null }]);
    await mark(ada, id, { note: " Second cup\n" });
    await mark(ada, id, { folderId });
    expect(await mark(ada, id, { remindAt })).toEqual({
      id,
      note: "Second cup",
      folder: { id: folderId, name: "Recipes" },
      remindAt,
      thread: { id, title: "Tea", favoriteCount: 1, viewerHasFavorited: true },
    });
    expect(await mark(ada, id, { note: null, folderId: null, remindAt: null })).toMatchObject({
      note: "",
      folder: null,
      remindAt: null,
    });
  });

  test("is set with its note at once, counts once, and is removed once", async () => {
    const ada = await reader();
    const id = await thread();
    await Promise.all(Array.from({ length: 8 }, (_, index) => mark(ada, id, { note: `Try ${index}` })));
    expect(await see(ada, id)).toMatchObject({ favoriteCount: 1, viewerHasFavorited: true });

    const removed = await Promise.all(Array.from({ length: 5 }, () => unmark(ada, id)));
    expect(removed.filter((each) => each !== null)).toMatchObject([
      { note: expect.stringMatching(/^Try \d$/), thread: { favoriteCount: 0, viewerHasFavorited: false } },
    ]);
    expect(await see(ada, id)).toMatchObject({ favoriteCount: 0, viewerHasFavorited: false });
  });

  test("of somebody else is nobody's business", async () => {
    const [ada, bo] = [await reader(), await reader()];
    const id = await thread();
    const folderId = await addFolder(ada, "Private");
    await mark(ada, id, { note: "Only mine", folderId });

    expect((await bookmarksOf(bo)).nodes).toEqual([]);
    expect((await bookmarksOf(bo, { folderId })).nodes).toEqual([]);
    await expect(mark(bo, id, { folderId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(rename(bo, folderId, "Mine now")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await act(bo, "deleteBookmarkFolder", { folderId })).toEqual({ deleteBookmarkFolder: false });
    await expect(bookmarksOf(forum.visitor())).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(await foldersOf(ada)).toEqual([{ id: folderId, name: "Private", bookmarkCount: 1 }]);
  });

  test("shows neither title nor text of a thread that is gone, keeps its note, and can go", async () => {
    const ada = await reader();
    const id = await thread("Gone tomorrow");
    await mark(ada, id, { note: "Ask Bo" });
    await act(author, "deleteThread", { threadId: id });

    const gone = { id, note: "Ask Bo", thread: null };
    expect((await bookmarksOf(ada)).nodes).toMatchObject([gone]);
    expect(await mark(ada, id, { note: "Ask Bo again" })).toMatchObject({
      note: "Ask Bo again",
      thread: null,
    });
    expect(await unmark(ada, id)).toMatchObject({ note: "Ask Bo again", thread: null });
    await expect(mark(ada, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await bookmarksOf(ada)).nodes).toEqual([]);
  });

  test("moves with a thread that is merged, and fills what the other one lacks", async () => {
    const [ada, moderator] = [await reader(), await forum.admin()];
    const [from, to] = [await thread("Old"), await thread("New")];
    const folderId = await addFolder(ada, "Kept");
    await mark(ada, from, { note: "From the old one", folderId });
    await mark(ada, to);
    await moderator.graphql(`mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`, {
      input: { threadId: from, intoThreadId: to, reason: "" },
    });
    expect((await bookmarksOf(ada)).nodes).toMatchObject([
      { id: to, note: "From the old one", folder: { id: folderId }, thread: { favoriteCount: 1 } },
    ]);
  });

  test.each([
    ["a long note", { note: "x".repeat(501) }, "INVALID_PARAMETER"],
    ["a past time", { remindAt: inHours(-1) }, "INVALID_PARAMETER"],
    ["a time in six years", { remindAt: inHours(6 * 366 * 24) }, "INVALID_PARAMETER"],
    ["an unknown folder", { folderId: "999999" }, "NOT_FOUND"],
    ["no folder", { folderId: "x" }, "INVALID_PARAMETER"],
  ])("is refused with %s", async (_name, input, code) => {
    const ada = await reader();
    await expect(mark(ada, await thread(), input)).rejects.toMatchObject({ code });
    expect((await bookmarksOf(ada)).nodes).toEqual([]);
  });

  test("is refused to those who may not bookmark", async () => {
    const [id, limited] = [await thread(), await forum.limitedMember("thread.favorite")];
    await expect(mark(limited, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(mark(forum.visitor(), id)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(await see(author, id)).toMatchObject({ favoriteCount: 0 });
  });

  test("takes 500 characters, emoji among them", async () => {
    const ada = await reader();
    const note = "📌".repeat(500);
    expect(await mark(ada, await thread(), { note })).toMatchObject({ note });
  });
});

describe("folders", () => {
  test("are named once each, renamed, ordered and deleted without their bookmarks", async () => {
    const ada = await reader();
    const [tea, cake] = [await addFolder(ada, "Tea"), await addFolder(ada, "Cake")];
    const [one, two, three] = [await thread("One"), await thread("Two"), await thread("Three")];
    await mark(ada, one, { folderId: tea });
    await mark(ada, two, { folderId: cake, remindAt: inHours(5) });
    await mark(ada, three);

    expect(await titlesOf(ada, { folderId: tea })).toEqual(["One"]);
    expect(await titlesOf(ada, { unfiled: true })).toEqual(["Three"]);
    expect(await titlesOf(ada, { hasReminder: true })).toEqual(["Two"]);
    await expect(addFolder(ada, "ＴＥＡ")).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await expect(rename(ada, cake, "tea")).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await rename(ada, cake, "CAKE");
    await act(ada, "orderBookmarkFolders", { folderIds: [cake, tea] });
    expect(await foldersOf(ada)).toEqual([
      { id: cake, name: "CAKE", bookmarkCount: 1 },
      { id: tea, name: "Tea", bookmarkCount: 1 },
    ]);
    for (const folderIds of [[cake], [cake, cake], [cake, tea, "999999"]])
      await expect(act(ada, "orderBookmarkFolders", { folderIds })).rejects.toMatchObject({
        code: "INVALID_PARAMETER",
      });

    await act(ada, "deleteBookmarkFolder", { folderId: tea });
    expect(await titlesOf(ada, { unfiled: true })).toEqual(["Three", "One"]);
    expect(await foldersOf(ada)).toEqual([{ id: cake, name: "CAKE", bookmarkCount: 1 }]);
  });

  test.each(["", "  ", "\u200B", "x".repeat(31)])("have a name that can be read, not %j", async (name) => {
    await expect(addFolder(await reader(), name)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("are fifty at most, also when many are added at the same moment", async () => {
    const ada = await reader();
    for (let each = 1; each <= 45; each++) await addFolder(ada, `Folder ${each}`);
    const added = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => addFolder(ada, `More ${index}`)),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await foldersOf(ada)).toHaveLength(50);
    await expect(addFolder(ada, "One more")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("take a bookmark or go, whichever is first, and never lose one", async () => {
    const ada = await reader();
    const ids = await Promise.all(Array.from({ length: 6 }, () => thread()));
    const folderId = await addFolder(ada, "Short-lived");
    await Promise.allSettled([
      ...ids.slice(0, 3).map((id) => mark(ada, id, { folderId })),
      act(ada, "deleteBookmarkFolder", { folderId }),
      ...ids.slice(3).map((id) => mark(ada, id, { folderId })),
    ]);
    const [{ n }] = (await forum.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM thread_favorites f WHERE f.folderId = ${folderId}`,
    )) as [{ n: number }];
    expect(Number(n)).toBe(0);
  });
});

describe("a reminder", () => {
  test("comes once at its time, whoever runs the job, and is over then", async () => {
    const ada = await reader();
    const id = await thread("Vote on Sunday");
    await mark(ada, id, { remindAt: inHours(1) });
    await remind();
    expect(await remindersOf(ada)).toEqual([]);

    await letTimeCome();
    await Promise.all([remind(), remind(), remind()]);
    await remind();
    expect(await remindersOf(ada)).toEqual([
      {
        kind: "bookmark.due",
        text: "You asked to be reminded of the thread “Vote on Sunday”",
        thread: { id },
      },
    ]);
    expect((await bookmarksOf(ada)).nodes).toMatchObject([{ id, remindAt: null }]);
  });

  test("that was taken back, or whose thread is gone, says nothing", async () => {
    const ada = await reader();
    const [kept, removed, gone] = [await thread("Kept"), await thread("Removed"), await thread("Gone")];
    for (const id of [kept, removed, gone]) await mark(ada, id, { remindAt: inHours(1) });
    await mark(ada, kept, { remindAt: null });
    await unmark(ada, removed);
    await act(author, "deleteThread", { threadId: gone });
    await letTimeCome();
    await remind();
    expect(await remindersOf(ada)).toEqual([]);
  });
});

test("a list of bookmarks goes on behind its last row and costs the same however long it is", async () => {
  const ada = await reader();
  for (const title of ["One", "Two", "Three"]) await mark(ada, await thread(title), { note: title });
  const first = await bookmarksOf(ada, undefined, { first: 2 });
  expect(first.nodes.map(({ note }: { note: string }) => note)).toEqual(["Three", "Two"]);
  const next = await bookmarksOf(ada, undefined, { first: 2, after: first.pageInfo.endCursor });
  expect(next.nodes.map(({ note }: { note: string }) => note)).toEqual(["One"]);
  expect(next.pageInfo.hasNextPage).toBe(false);
  await expect(bookmarksOf(ada, undefined, { after: "forged" })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });

  const costOf = () => forum.countSettled(() => bookmarksOf(ada));
  const few = await costOf();
  const folderId = await addFolder(ada, "Many");
  for (let each = 0; each < 10; each++) await mark(ada, await thread(), { folderId });
  // One statement more reads the folders that are there now.
  expect(await costOf()).toBe(few + 1);
});

import { print } from "graphql";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PageMarksDocument, ShellDocument } from "../../client/gql/graphql.ts";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";

/** Members with the same permissions get the same bytes; who would see another page gets one of their own. */
let forum: Forum;
let admin: Person;
let ada: Person;
let bo: Person;
let cleo: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "1" } });
  admin = await forum.admin();
  [ada, bo, cleo] = await Promise.all([forum.member(), forum.member(), forum.member()]);
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
// The cache measures ages by the monotonic clock, which stands still here unless a story moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A page that members share carries the ids of what it shows, by which the browser asks for what is theirs. */
const isShared = ({ text }: Answer): boolean => text.includes('"marks":{"threadIds"');
const thread = async (title = "A thread") => `/thread/${(await publish(ada, { categoryId, title })).id}`;
const later = () => vi.advanceTimersByTime(10_000);

test("two members with the same permissions get the same bytes, and the second costs a session alone", async () => {
  for (const [path, cost] of [
    [await thread(), 1],
    [`/category/${categoryId}`, 2],
    ["/", 2],
  ] as const) {
    const first = await bo.get(path);
    const second = await cleo.get(path);
    expect(isShared(first), path).toBe(true);
    expect(second.text, path).toBe(first.text);
    expect(await forum.countSettled(() => cleo.get(path)), path).toBe(cost);
  }
});

test("nothing of a member is in what others get, nor in what they get themselves", async () => {
  const eve = await forum.member();
  const path = await thread();
  await act(eve, "setThreadLiked", { threadId: path.split("/")[2]!, liked: true });
  await eve.graphql(`mutation ($id: ID!) { markThreadRead(threadId: $id, number: 0) { id } }`, {
    id: path.split("/")[2],
  });
  later();
  const answers = [await eve.get(path), await bo.get(path), await eve.get("/"), await bo.get("/")];
  expect(answers.map(isShared)).toEqual([true, true, true, true]);
  const { cookie, accessToken, username, nickname } = eve.credentials!;
  for (const { text } of answers)
    for (const secret of [cookie.split("=")[1]!, accessToken, username, nickname, `"${eve.id}"`])
      expect(text).not.toContain(secret);
});

test("no cache on the way keeps what members share, and visitors get none of it", async () => {
  const path = await thread();
  const { headers } = await bo.get(path);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["etag"]).toBeUndefined();
  expect(headers["vary"]).toContain("cookie");
  const visitor = await forum.visitor().get(path);
  expect(isShared(visitor)).toBe(false);
  expect(visitor.text).not.toContain("noscript");
});

const BLOCK = `mutation ($id: ID!) { blockUser(userId: $id) { id } }`;
const MUTE = `mutation ($id: ID!) { setWatchLevel(target: CATEGORY, targetId: $id, level: MUTED) { level } }`;

test("who blocks or has muted somebody gets lists of their own, at once", async () => {
  const [dan, fay] = [await forum.member(), await forum.member()];
  await thread("By somebody who is blocked");
  later();
  for (const person of [dan, fay]) expect(isShared(await person.get("/"))).toBe(true);
  await dan.graphql(BLOCK, { id: ada.id });
  await fay.graphql(MUTE, { id: categoryId });
  for (const person of [dan, fay]) {
    const page = await person.get("/");
    expect(isShared(page)).toBe(false);
    expect(page.text).not.toContain("By somebody who is blocked");
  }
});

test("authors of what is anonymous, deleted or waits get pages of their own", async () => {
  const hal = await forum.member("thread.allowAnonymous", "thread.hideOwnThreadOrPost");
  const ida = await forum.join(hal.groupId);
  const anonymous = `/thread/${(await publish(hal, { categoryId, isAnonymous: true })).id}`;
  const path = await thread();
  const [id] = [path.split("/")[2]!];
  const own = await reply(hal, id, { body: "Deleted by its author" });
  const held = await reply(ida, id, { body: "Waits for a moderator" });
  await act(hal, "deletePost", { postId: own.id });
  await act(admin, "setPostApproval", { postId: held.id, approval: "PENDING" });
  later();

  expect(isShared(await bo.get(anonymous))).toBe(true);
  expect(isShared(await ida.get(anonymous))).toBe(true);
  expect(isShared(await hal.get(anonymous))).toBe(false);
  const [ofBo, ofHal, ofIda] = [await bo.get(path), await hal.get(path), await ida.get(path)];
  expect([ofBo, ofHal, ofIda].map(isShared)).toEqual([true, false, false]);
  expect(ofBo.text).not.toContain("Waits for a moderator");
  expect(ofIda.text).toContain("Waits for a moderator");
});

const IMPORT = `mutation ($lines: [String!]!) { importStopWords(lines: $lines) { created } }`;

test("a reply that is held back is on its author's page at once, also if the page was shared before", async () => {
  await admin.graphql(IMPORT, { lines: ["mushrooms={MOD}"] });
  const path = await thread();
  expect(isShared(await cleo.get(path))).toBe(true);
  const { approval } = await reply(cleo, path.split("/")[2]!, { body: "I like mushrooms" });
  expect(approval).toBe("PENDING");
  later();
  const page = await cleo.get(path);
  expect(page.text).toContain("I like mushrooms");
  expect((await bo.get(path)).text).not.toContain("mushrooms");
});

test("moderators, administrators and members who are not in good standing get pages of their own", async () => {
  const path = await thread();
  const banned = await forum.member();
  expect(isShared(await banned.get(path))).toBe(true);
  await forum.write((ctx) => ctx.db.query("UPDATE users SET status = 1 WHERE id = ?", [banned.id]));
  for (const person of [banned, admin, await forum.moderator()])
    for (const address of [path, "/"]) expect(isShared(await person.get(address))).toBe(false);
});

test("pages of the member alone are never shared", async () => {
  for (const path of [
    "/my",
    "/message",
    "/?tab=unread",
    "/?tab=followed",
    "/?tab=recommended",
    "/thread/post",
    "/search",
  ])
    expect(isShared(await bo.get(path)), path).toBe(false);
  expect(isShared(await bo.get("/thread/999999"))).toBe(false);
});

test("a session that has ended, another group and a grant that is taken away count at once", async () => {
  const groupId = await forum.group(["viewThreads", "thread.viewPosts", "user.view", "thread.reply"]);
  const [gus, jan] = [await forum.join(groupId), await forum.join(groupId)];
  const path = await thread("Only for some");
  for (const person of [gus, jan]) expect((await person.get(path)).text).toContain("Only for some");

  const GRANT = `mutation ($id: ID!, $permissions: [String!]!) {
    setGroupPermissions(groupId: $id, permissions: $permissions) }`;
  await admin.graphql(GRANT, { id: groupId, permissions: ["user.view"] });
  for (const person of [gus, jan]) expect((await person.get(path)).text).not.toContain("Only for some");
  await forum.write((ctx) => ctx.db.query("UPDATE users SET groupId = ? WHERE id = ?", [bo.groupId, gus.id]));
  expect((await gus.get(path)).text).toContain("Only for some");
  expect((await jan.get(path)).text).not.toContain("Only for some");

  await gus.graphql(`mutation { logout }`);
  const page = await gus.get(path);
  expect(isShared(page)).toBe(false);
  expect(page.text).toContain("/user/username-login");
});

test("who has just written finds it on the list, while others may get the list from before", async () => {
  await bo.get("/");
  await publish(cleo, { categoryId, title: "Warm pretzels" });
  expect((await cleo.get("/")).text).toContain("Warm pretzels");
  later();
  expect(isShared(await cleo.get("/"))).toBe(true);
  expect((await bo.get("/")).text).toContain("Warm pretzels");
});

test("a browser without scripts is led to the whole page, and gets further ones whole at once", async () => {
  const path = await thread();
  const id = path.split("/")[2]!;
  await act(bo, "setThreadLiked", { threadId: id, liked: true });
  later();
  const shared = await bo.get(`${path}?page=1`);
  const [, address] = /<noscript><meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(shared.text)!;
  expect(address).toBe(`${path}?page=1&amp;scripts=off`);

  const whole = await bo.get(`${path}?page=1&scripts=off`);
  expect(isShared(whole)).toBe(false);
  expect(whole.text).toContain(bo.nickname);
  expect(whole.text).not.toContain("http-equiv");
  expect(whole.text).not.toContain("scripts=off");
  expect(String(whole.headers["set-cookie"])).toMatch(/^scripts=off;/);
  const reader = await forum.join(bo.groupId);
  expect(isShared(await reader.get("/"))).toBe(true);
  expect(isShared(await reader.with({ scripts: "off" }).get("/"))).toBe(false);
});

test("the question of what is theirs costs a fixed number of statements", async () => {
  const path = await thread();
  const id = path.split("/")[2]!;
  // The clocks run while statements are counted: who has liked something in an earlier story may get a page of their own.
  const reader = await forum.join(bo.groupId);
  const costOf = () =>
    forum.countSettled(async () => {
      const { text } = await reader.get(path);
      await askMarks(reader, text);
    });
  await reply(ada, id);
  const few = await costOf();
  for (let index = 0; index < 12; index++) await reply(ada, id, { body: `Reply ${index}` });
  expect(await costOf()).toBe(few);
  expect(few).toBeLessThanOrEqual(10);
});

test("what is theirs names nothing that they may not see, and no more than pages show", async () => {
  const ask = `query ($threadIds: [ID!], $postIds: [ID!], $categoryIds: [ID!]) {
    pageMarks(threadIds: $threadIds, postIds: $postIds, categoryIds: $categoryIds) {
      threads { id } posts { id } categories { id } } }`;
  const { id } = await publish(ada, { categoryId });
  const [shown, deleted] = [await reply(bo, id), await reply(bo, id)];
  const gone = await publish(ada, { categoryId });
  await act(admin, "deletePost", { postId: deleted.id });
  await act(admin, "deleteThread", { threadId: gone.id });
  const ids = {
    threadIds: [gone.id, id, "999999"],
    postIds: [deleted.id, shown.id, "999999"],
    categoryIds: [categoryId, "999999"],
  };
  expect((await cleo.graphql(ask, ids)).pageMarks).toEqual({
    threads: [{ id }],
    posts: [{ id: shown.id }],
    categories: [{ id: categoryId }],
  });
  expect((await admin.graphql(ask, ids)).pageMarks).toMatchObject({ threads: [{ id: gone.id }, { id }] });
  const many = Array.from({ length: 101 }, (_, index) => String(index + 1));
  for (const kind of Object.keys(ids))
    await expect(cleo.graphql(ask, { [kind]: many })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("the marks of a page bring all that its frame asks of a member, so that the frame stays complete", async () => {
  const [shell, marks] = await Promise.all([
    bo.graphql(print(ShellDocument)),
    bo.graphql(print(PageMarksDocument), { threadIds: [], postIds: [], categoryIds: [] }),
  ]);
  expect(Object.keys(shell.viewer)).toContain("silence");
  expect(marks.viewer).toEqual(shell.viewer);
});

/** Asks as the browser does: with the ids that the page carries. */
async function askMarks(person: Person, html: string): Promise<unknown> {
  const [, state] = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)!;
  const { marks } = JSON.parse(state!) as { marks: object };
  const document = `query ($threadIds: [ID!]!, $postIds: [ID!]!, $categoryIds: [ID!]!) {
    viewer { id nickname avatarUrl status }
    pageMarks(threadIds: $threadIds, postIds: $postIds, categoryIds: $categoryIds) {
      threads { id viewerHasLiked viewerHasFavorited viewerWatchLevel viewerLastReadNumber viewerUnreadCount
        viewerCanEdit viewerCanDelete }
      posts { id viewerHasLiked viewerCanEdit viewerCanDelete }
      categories { id viewerWatchLevel } } }`;
  return person.graphql(document, marks);
}

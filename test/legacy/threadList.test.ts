import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { Forum } from "../support/forum.ts";
import { give } from "../money/books.ts";
import { order, pay, sell, setPin, TRADING } from "../money/shop.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, publish } from "../threads/content.ts";

/** `thread.list` with every filter of the predecessor (legacy-facts 3.5). */

let forum: Forum;
let ada: Person;
let bob: Person;
let adas: OldClient;
let bobs: OldClient;
let visitor: OldClient;
const categories: Record<"top" | "child" | "other" | "hidden", string> = {
  top: "",
  child: "",
  other: "",
  hidden: "",
};
const ids: Record<string, number> = {};

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  const admin = await forum.admin();
  [ada, bob] = [await forum.member("thread.essence"), await forum.member()];
  [adas, bobs, visitor] = [
    await OldClient.of(forum, ada),
    await OldClient.of(forum, bob),
    await OldClient.of(forum),
  ];
  categories.top = await createCategory(admin, "Top");
  categories.child = await createCategory(admin, "Child", categories.top);
  categories.other = await createCategory(admin, "Other");
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const say = async (name: string, who: Person, categoryId: string, more: object = {}): Promise<void> => {
    const { id } = await publish(who, { categoryId, title: name, body: `About ${name}`, ...more });
    ids[name] = Number(id);
  };
  await say("alpha", ada, categories.top);
  await say("beta", ada, categories.child, { body: "茶馆里的 teapot" });
  const upload = await ada.upload("p.png", picture);
  await say("gamma", ada, categories.other, { attachmentIds: [upload.id] });
  await say("delta", bob, categories.other);
  await say("masked", bob, categories.other, { isAnonymous: true });
  await act(ada, "setThreadEssence", { threadId: String(ids["alpha"]), essence: true });
  await act(bob, "setThreadLiked", { threadId: String(ids["beta"]), liked: true });
  await act(bob, "setThreadFavorite", { threadId: String(ids["gamma"]), favorite: true });
  await bob.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: ada.id });
});
afterAll(() => forum.close());

const asked = async (client: OldClient, filter: object = {}, more: object = {}) =>
  client.get("/api/v3/thread.list", { perPage: 50, ...more, filter });
const names = async (client: OldClient, filter: object = {}, more: object = {}): Promise<string[]> => {
  const { Code, Data } = await asked(client, filter, more);
  expect(Code).toBe(0);
  const known = Object.entries(ids);
  return Data.pageData.flatMap(
    ({ threadId }: { threadId: number }) => known.find(([, id]) => id === threadId)?.[0] ?? [],
  );
};

describe("a filter", () => {
  test("of orders: newest first, last replied to first, hottest first", async () => {
    expect(await names(visitor)).toEqual(["masked", "delta", "gamma", "beta", "alpha"]);
    await bobs.post("/api/v3/posts.create", { id: ids["alpha"], content: "Up again" });

    expect((await names(visitor, { sort: 2 }))[0]).toBe("alpha");
    expect((await names(visitor, { sort: 4 }))[0]).toBe("alpha");
    expect((await names(visitor, { sort: 3 })).slice(0, 2).sort()).toEqual(["alpha", "beta"]);
  });

  test("of marks and people", async () => {
    expect(await names(visitor, { essence: 1 })).toEqual(["alpha"]);
    expect(await names(bobs, { attention: 1 })).toEqual(["gamma", "beta", "alpha"]);
    expect(await names(visitor, { essence: 0, attention: 0 })).toHaveLength(5);
  });

  test("of kinds: pictures, files, both, and those that there are none of here", async () => {
    expect(await names(visitor, { types: [101] })).toEqual(["gamma"]);
    expect(await names(visitor, { types: [108] })).toEqual([]);
    expect(await names(visitor, { types: [101, 108] })).toEqual(["gamma"]);
    expect(await names(visitor, { types: [106] })).toEqual([]);
  });

  test("of categories with their children, several at once, and without some threads", async () => {
    expect(await names(visitor, { categoryids: [categories.top] })).toEqual(["beta", "alpha"]);
    expect(await names(visitor, { categoryids: [categories.child, categories.other] })).toEqual(
      expect.arrayContaining(["masked", "delta", "gamma", "beta"]),
    );
    expect(await names(visitor, { categoryids: [0] })).toHaveLength(5);
    expect(await names(visitor, { categoryids: [categories.top], exclusiveIds: [ids["beta"]] })).toEqual([
      "alpha",
    ]);
  });

  test("of words in title or text, Chinese too", async () => {
    await forum.searchable();
    expect(await names(visitor, { search: "茶馆" })).toEqual(["beta"]);
    expect(await names(visitor, { search: "delta" }, { scope: 2 })).toEqual(["delta"]);
    expect(await names(visitor, { search: "nothing like this" })).toEqual([]);
  });

  test("of what is one's own: liked, favourites, bought, written", async () => {
    expect(await names(bobs, { complex: 2 })).toEqual(["beta"]);
    expect(await names(visitor, { complex: 2, toUserId: bob.id })).toEqual(["beta"]);
    expect(await names(bobs, { complex: 3 })).toEqual(["gamma"]);
    expect(await names(bobs, { complex: 5 })).toEqual(["masked", "delta"]);
    expect(await names(adas, { complex: 5, toUserId: bob.id })).toEqual(["delta"]);
    expect(await names(adas, { complex: 5, toUserId: 99999 })).toEqual([]);
  });

  test.each([
    ["sort", { sort: 5 }, -4001],
    ["sort", { sort: "x" }, -4001],
    ["essence", { essence: 2 }, -4001],
    ["attention", { attention: -1 }, -4001],
    ["complex", { complex: 0 }, -4001],
    ["complex", { complex: 6 }, -4001],
    ["types", { types: [{ of: "x" }] }, -4001],
    ["categoryids", { categoryids: [{ a: 1 }] }, -4001],
    ["exclusiveIds", { exclusiveIds: ["one"] }, -4001],
    ["search", { search: "x".repeat(101) }, -4001],
    ["search", { search: { a: 1 } }, -4001],
    ["toUserId", { complex: 5, toUserId: "bob" }, -4001],
    ["categoryids", { categoryids: [99999] }, -4002],
    ["attention", { attention: 1 }, -3001],
    ["complex", { complex: 1 }, -3001],
    ["complex", { complex: 3, toUserId: 1 }, -3001],
    ["complex", { complex: 4 }, -3001],
    ["complex", { complex: 5 }, -3001],
  ])("of %s with %j is refused to a visitor with %i", async (_name, filter, code) => {
    expect(await asked(visitor, filter)).toMatchObject({ Code: code, Data: [] });
  });

  test("that is no object, and a scope that there is not, are refused; an empty one filters nothing", async () => {
    expect(await visitor.get("/api/v3/thread.list", { filter: "x" })).toMatchObject({ Code: -4001 });
    for (const scope of [4, -1, "x"])
      expect(await asked(visitor, {}, { scope })).toMatchObject({ Code: -4001 });
    expect(await visitor.get("/api/v3/thread.list", { filter: "" })).toMatchObject({ Code: 0 });
  });
});

describe("a scope", () => {
  test("of a paid site's home is one page of ten, whatever page is asked for", async () => {
    const { Data } = await asked(visitor, {}, { scope: 3, page: 7, perPage: 3 });

    expect(Data).toMatchObject({ currentPage: 1, perPage: 10 });
    expect(Data.pageData.length).toBeGreaterThanOrEqual(5);
  });

  test("of a search has hot threads first and each thread once; recommended is what others have marked", async () => {
    const searched = await names(visitor, {}, { scope: 2 });
    expect(searched).toHaveLength(5);
    expect(new Set(searched).size).toBe(5);
    const inPages = [1, 2, 3].map((page) => names(visitor, {}, { scope: 2, perPage: 2, page }));
    expect((await Promise.all(inPages)).flat().sort()).toEqual([...searched].sort());

    expect((await names(visitor, {}, { scope: 1 })).sort()).toEqual(["alpha", "beta"]);
  });
});

describe("a page", () => {
  test("has neighbours and a count, and all pages together are the list", async () => {
    const { Data } = await asked(visitor, { categoryids: [categories.other] }, { perPage: 2, page: 1 });
    expect(Data).toMatchObject({ pageLength: 2, totalCount: 3, totalPage: 2, currentPage: 1 });
    const second = await asked(visitor, { categoryids: [categories.other] }, { perPage: 2, page: 2 });
    expect(second.Data).toMatchObject({ pageLength: 1, totalCount: 3 });
    expect((await asked(visitor, { types: [101] }, { perPage: 1 })).Data).toMatchObject({ totalCount: 1 });
    expect((await asked(visitor, {}, { page: 1_000_000 })).Data.pageData).toEqual([]);
  });

  test("names the people below a thread, and nobody who is anonymous", async () => {
    const { Data } = await asked(visitor, {});
    const at = (name: string) =>
      Data.pageData.find(({ threadId }: { threadId: number }) => threadId === ids[name]);

    expect(at("beta")).toMatchObject({
      categoryName: "Child",
      parentCategoryName: "Top",
      parentCategoryId: Number(categories.top),
      diffTime: "刚刚",
      isLike: false,
      group: null,
      likeReward: { users: [{ userId: bob.id, type: 1 }], likePayCount: 1, postCount: 0 },
      ability: { canEdit: false, canReply: false, canViewPost: true },
    });
    expect(at("gamma").content.indexes["101"]).toMatchObject({ tomId: "101", body: [{ fileName: "p.png" }] });
    expect(at("masked")).toMatchObject({
      userId: -1,
      user: { userId: -1, nickname: "匿名用户" },
      group: null,
    });
    expect(JSON.stringify(at("masked"))).not.toContain(bob.nickname);
  });

  test("costs as many statements with fifty threads as with one", async () => {
    const more: number[] = [];
    for (let number = 0; number < 12; number++) {
      const made = await publish(ada, {
        categoryId: categories.other,
        title: `More ${number}`,
        body: "and more",
      });
      more.push(Number(made.id));
    }
    const costOf = (filter: object): Promise<number> =>
      forum.countSettled(async () => void (await asked(bobs, { sort: 2, ...filter })));
    const costOfMany = await costOf({});

    expect(await costOf({ exclusiveIds: more })).toBe(costOfMany);
    expect(costOfMany).toBeLessThanOrEqual(12);
  });

  test("hides threads of members whom the viewer blocks, and everything where nothing may be viewed", async () => {
    const carl = await forum.member();
    await carl.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: ada.id });
    const limited = await forum.limitedMember("viewThreads");

    expect(await names(await OldClient.of(forum, carl), {})).toEqual(["masked", "delta"]);
    expect(await asked(await OldClient.of(forum, limited), {})).toMatchObject({
      Code: -4002,
      Message: "没有浏览权限",
    });
  });
});

describe("a draft", () => {
  const create = (more: object) =>
    bobs.post("/api/v3/thread.create", {
      title: "Unfinished",
      categoryId: categories.top,
      content: { text: "So far" },
      draft: 1,
      ...more,
    });

  test("is kept for its author alone, listed, changed, and published when it is done", async () => {
    const before = await forum.rows("SELECT id FROM threads");
    const { Data: draft } = await create({});

    expect(draft).toMatchObject({ isDraft: true, title: "Unfinished", content: { text: "<p>So far</p>" } });
    expect(await forum.rows("SELECT id FROM threads")).toEqual(before);
    const { threadId } = draft;
    expect((await asked(bobs, { complex: 1 })).Data).toMatchObject({
      totalCount: 1,
      pageData: [{ threadId }],
    });
    expect((await bobs.get("/api/v3/thread.detail", { threadId })).Data.title).toBe("Unfinished");
    expect(await adas.get("/api/v3/thread.detail", { threadId })).toMatchObject({ Code: -4004 });

    const change = { threadId, title: "Nearly", categoryId: categories.top, content: { text: "More" } };
    expect((await bobs.post("/api/v3/thread.update", { ...change, draft: 1 })).Data).toMatchObject({
      threadId,
      isDraft: true,
      title: "Nearly",
    });
    const { Data: done } = await bobs.post("/api/v3/thread.update", { ...change, draft: 0 });
    expect(done).toMatchObject({ isDraft: false, title: "Nearly" });
    expect(done.threadId).not.toBe(threadId);
    expect((await asked(bobs, { complex: 1 })).Data.totalCount).toBe(0);
  });

  test("is deleted by its author", async () => {
    const { threadId } = (await create({ title: "Away" })).Data;

    expect(await adas.post("/api/v3/thread.delete", { threadId })).toMatchObject({ Code: -4004 });
    expect(await bobs.post("/api/v3/thread.delete", { threadId })).toMatchObject({ Code: 0, Data: [] });
    expect(await forum.rows("SELECT id FROM drafts WHERE title = 'Away'")).toEqual([]);
  });
});

test("what somebody has bought is a list of theirs, and of nobody else", async () => {
  const [seller, buyer] = [await forum.member(...TRADING), await forum.member(...TRADING)];
  const client = await OldClient.of(forum, buyer);
  expect(await names(client, { complex: 4 })).toEqual([]);
  const threadId = await sell(forum, seller, { title: "sold", categoryId: categories.top });
  ids["sold"] = Number(threadId);
  await give(forum, buyer, 500);
  await setPin(buyer);
  const { id } = await order(buyer, threadId);
  expect(await names(client, { complex: 4 })).toEqual([]);

  await pay(buyer, id);

  expect(await names(client, { complex: 4 })).toEqual(["sold"]);
  expect(await names(client, { complex: 4, categoryids: [categories.other] })).toEqual([]);
  expect(await names(await OldClient.of(forum, seller), { complex: 4 })).toEqual([]);
  expect((await asked(visitor, { complex: 4 })).Code).toBe(-3001);
});

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish, reply, type Seen } from "../threads/content.ts";

/** Searching with operators, as members of other forums are used to. */

const SEARCH = `
  query ($query: String!, $kind: SearchKind! = THREAD, $first: Int! = 20, $after: String, $sort: SearchSort! = NEWEST, $filter: SearchFilter) {
    search(query: $query, kind: $kind, first: $first, after: $after, sort: $sort, filter: $filter) {
      nodes { thread { id } post { id } user { id } titleMarks }
      pageInfo { hasNextPage endCursor }
    }
  }`;
const PARTS =
  "query ($query: String!) { searchParts(query: $query) { operator value isTitle isKnown rest } }";

let forum: Forum;
let ada: Person;
let bo: Person;
let home: string;
let roses: string;
let hidden: string;

beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member("thread.allowAnonymous");
  bo = await forum.member();
  home = await forum.categoryId();
  const admin = await forum.admin();
  const garden = await createCategory(admin, "Home Garden");
  roses = await createCategory(admin, "玫瑰园", garden);
  hidden = await createCategory(admin, "Cellar");
});
afterAll(() => forum.close());

async function ask(query: string, more: object = {}, person = bo): Promise<Seen> {
  await forum.searchable();
  return (await person.graphql(SEARCH, { query, ...more })).search;
}

async function find(query: string, more: object = {}, person = bo): Promise<string[]> {
  const { nodes } = await ask(query, more, person);
  return nodes.map(({ thread, post, user }: Seen) => (post ?? user ?? thread).id);
}

const write = async (person: Person, title: string, more: object = {}): Promise<string> =>
  (await publish(person, { categoryId: home, title, body: "…", ...more })).id;

const write2020 = (id: string): Promise<unknown> =>
  forum.write((ctx) =>
    ctx.db.query("UPDATE threads SET createdAt = '2020-03-09 20:00:00.000' WHERE id = ?", [id]),
  );

test("by author: members are named, the anonymous are not found, and nobody is nobody", async () => {
  const named = await write(ada, "Ocelot named");
  const secret = await write(ada, "Ocelot secret", { isAnonymous: true });
  const other = await write(bo, "Ocelot of another");
  const said = (await reply(ada, other, { body: "ocelot, I say" })).id;

  expect(await find("ocelot")).toEqual([other, secret, named]);
  expect(await find(`ocelot author:${ada.nickname}`)).toEqual([named]);
  expect(await find(`作者：@${ada.nickname.toUpperCase()} ocelot`)).toEqual([named]);
  expect(await find(`ocelot author:${ada.nickname} author:${bo.nickname}`)).toEqual([other, named]);
  expect(await find(`ocelot author:${ada.nickname}`, { kind: "POST" })).toEqual([said]);
  expect(await find(`author:${ada.nickname}`, {}, ada)).not.toContain(secret);
  expect(await find("ocelot author:nobody-here")).toEqual([]);
  expect(await find(`ocelot author:${ada.nickname}`, { filter: { authorId: String(bo.id) } })).toEqual([]);
});

test("without words all that fits is listed, newest first and page by page", async () => {
  const writer = await forum.member("thread.allowAnonymous");
  const written: string[] = [];
  for (const title of ["One", "Two 雨", "Three", "Rain"]) written.unshift(await write(writer, title));
  await write(writer, "Unnamed", { isAnonymous: true });
  const [rain, three, two, one] = written;
  const query = `author:${writer.nickname}`;

  expect(await find(query)).toEqual(written);
  expect(await find(query, { sort: "RELEVANCE" })).toEqual(written);
  expect(await find(`${query} -雨 -rain`)).toEqual([three, one]);
  expect(await find(query, { kind: "USER" })).toEqual([]);
  const met: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await ask(query, { first: 3, after });
    met.push(...nodes.map(({ thread }: Seen) => thread.id));
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  expect(met).toEqual([rain, three, two, one]);
});

test("in a category by name or id with those below it, or in titles", async () => {
  const rose = await write(ada, "Tapir rose", { categoryId: roses });
  const elsewhere = await write(ada, "Tapir tree");
  const mention = await write(ada, "Another", { body: "a tapir" });

  expect(await find("tapir")).toEqual([mention, elsewhere, rose]);
  expect(await find('tapir in:"home garden"')).toEqual([rose]);
  expect(await find("tapir 板块：玫瑰园")).toEqual([rose]);
  expect(await find(`tapir in:${roses}`)).toEqual([rose]);
  expect(await find(`tapir in:玫瑰园 in:${home}`)).toEqual([mention, elsewhere, rose]);
  expect(await find("tapir in:title")).toEqual([elsewhere, rose]);
  expect(await find("tapir in:标题 in:玫瑰园")).toEqual([rose]);
  expect(await find("tapir in:nowhere")).toEqual([]);
});

test("what the viewer may not read is found by no operator, and its category is like none", async () => {
  const admin = await forum.admin();
  const secret = await write(admin, "Numbat", { categoryId: hidden });
  const open = await write(admin, "Numbat in the open");
  const rights = [`category${home}.viewThreads`, `category${home}.thread.viewPosts`, "user.view"];
  const limited = await forum.join(await forum.group(rights));

  expect(await find("numbat in:Cellar", {}, admin)).toEqual([secret]);
  expect(await find(`author:${admin.nickname} numbat`, {}, admin)).toEqual([open, secret]);
  expect(await find(`author:${admin.nickname} numbat`, {}, limited)).toEqual([open]);
  expect(await find(`author:${admin.nickname}`, {}, limited)).not.toContain(secret);
  for (const place of ["Cellar", hidden, "no such place"]) {
    expect(await find(`numbat in:"${place}"`, {}, limited)).toEqual([]);
    const { searchParts } = await limited.graphql(PARTS, { query: `in:"${place}"` });
    expect(searchParts).toEqual([{ operator: "IN", value: place, isTitle: false, isKnown: false, rest: "" }]);
  }
});

test("before and after a day, month or year of the site's time zone", async () => {
  const now = await write(ada, "Wombat now");
  const old = await write(ada, "Wombat old");
  // In Shanghai that is four o'clock on the tenth.
  await write2020(old);

  expect(await find("wombat after:2021")).toEqual([now]);
  expect(await find("wombat before:2021")).toEqual([old]);
  expect(await find("wombat before:2020-03-10")).toEqual([]);
  expect(await find("wombat 晚于：2020-03-10 早于:2020-03-11")).toEqual([old]);
  expect(await find("wombat after:2020-03 before:2020-04")).toEqual([old]);
  expect(await find("before:2020-03-11 after:2020-03-10")).toEqual([old]);
  expect(await find("wombat", { filter: { writtenBefore: "2020-03-10T00:00:00Z" } })).toEqual([old]);
});

test.each(["before:2026-13", "after:2026-02-30", "before:soon", "早于：明天", "after:26"])(
  "%s is refused at the field",
  async (query) => {
    await expect(ask(`wombat ${query}`)).rejects.toMatchObject({
      extensions: { code: "INVALID_PARAMETER", field: "query" },
    });
  },
);

test("what a thread has", async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const { id: attachmentId } = await ada.upload("a.png", bytes);
  const picture = await write(ada, "Gecko picture", { attachmentIds: [attachmentId] });
  const plain = await write(ada, "Gecko plain");
  const admin = await forum.admin();
  const paid = await write(admin, "Gecko paid", { priceCents: 500, body: "long enough to sell" });
  const poll = await write(admin, "Gecko poll", {
    poll: { kind: "SINGLE", options: ["a", "b"], isSecret: false, resultsVisible: "ALWAYS" },
  });
  const answered = await write(ada, "Gecko answered");
  const solution = (await reply(bo, answered, { body: "so" })).id;
  await ada.graphql(`mutation { setSolution(accepted: true, postId: "${solution}") { id } }`);

  expect(await find("gecko")).toEqual([answered, poll, paid, plain, picture]);
  expect(await find("gecko has:image")).toEqual([picture]);
  expect(await find("gecko 包含：图片")).toEqual([picture]);
  expect(await find("gecko has:poll")).toEqual([poll]);
  expect(await find("gecko 包含:付费")).toEqual([paid]);
  expect(await find("gecko has:answer")).toEqual([answered]);
  expect(await find("gecko has:image has:poll")).toEqual([]);
  expect(await find("gecko has:file")).toEqual([]);
  expect(await find("gecko has:wings")).toEqual([]);
  expect(await find("gecko", { filter: { hasPoll: true } })).toEqual([poll]);
  expect(await find("gecko", { filter: { isPaid: true } })).toEqual([paid]);
});

test("phrases and exclusions are exact, in Chinese and English, in titles and in texts", async () => {
  const row = await write(ada, "Kiwi: blue whale", { body: "阳台上的柠檬树开花" });
  const apart = await write(ada, "Kiwi: whale, blue", { body: "柠檬和一棵树" });
  const longer = await write(ada, "Kiwi: blue whales", { body: "柠檬树" });

  expect(await find('kiwi "blue whale"')).toEqual([row]);
  expect(await find("“柠檬树” kiwi")).toEqual([longer, row]);
  expect(await find("kiwi -柠檬树")).toEqual([apart]);
  expect(await find("kiwi -whale")).toEqual([longer]);
  expect(await find('kiwi -"blue whale"')).toEqual([longer, apart]);
  expect(await find('"blue whale" in:title kiwi', { sort: "RELEVANCE" })).toEqual([row]);
  expect(await find("kiwi -开花 -和", { sort: "RELEVANCE" })).toEqual([longer]);
  expect(await find("kiwi", { filter: { phrases: ["柠檬树"], without: ["阳台"] } })).toEqual([longer]);
  expect(await find('kiwi "!!!"')).toEqual([]);
  const { nodes } = await ask('"blue whale"');
  expect(nodes.map(({ titleMarks }: Seen) => titleMarks)).toEqual([[6, 10, 11, 16]]);
});

test("replies are found without what is excluded", async () => {
  const thread = await write(ada, "A thread");
  const one = (await reply(ada, thread, { body: "ibex in snow" })).id;
  const two = (await reply(bo, thread, { body: "ibex in rain" })).id;
  expect(await find("ibex -snow", { kind: "POST" })).toEqual([two]);
  expect(await find(`author:${ada.nickname} -rain`, { kind: "POST", filter: { threadId: thread } })).toEqual([
    one,
  ]);
});

test("a text is told as it is understood, each part with what is left without it", async () => {
  const query = `lemon author:${ada.nickname.toUpperCase()} in:nowhere before:2026-99 -rain has:picture in:title`;
  const { searchParts } = await bo.graphql(PARTS, { query });
  const part = (operator: string, value: string, isKnown = true, isTitle = false) => ({
    operator,
    value,
    isKnown,
    isTitle,
    rest: expect.any(String),
  });
  expect(searchParts).toEqual([
    part("WORDS", "lemon"),
    part("AUTHOR", ada.nickname),
    part("IN", "nowhere", false),
    part("BEFORE", "2026-99", false),
    part("WITHOUT", "rain"),
    part("HAS", "image"),
    part("IN", "title", true, true),
  ]);
  expect(searchParts[2].rest).toBe(
    `lemon author:${ada.nickname.toUpperCase()} before:2026-99 -rain has:picture in:title`,
  );
});

test("who may not see members does not learn which names exist", async () => {
  const limited = await forum.limitedMember("user.view");
  for (const name of [ada.nickname, "nobody-here"]) {
    const { searchParts } = await limited.graphql(PARTS, { query: `author:${name}` });
    expect(searchParts).toEqual([
      { operator: "AUTHOR", value: name, isTitle: false, isKnown: true, rest: "" },
    ]);
  }
});

test("more operators cost no more statements", async () => {
  const cost = (query: string) => forum.countSettled(() => ask(query));
  const [one, many] = [
    await cost(`kiwi author:${ada.nickname}`),
    await cost(
      `kiwi author:${ada.nickname} author:${bo.nickname} in:${home} in:玫瑰园 -a -b "kiwi" before:2090`,
    ),
  ];
  expect(many).toBe(one);
  expect(one).toBeLessThanOrEqual(10);
});

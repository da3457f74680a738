import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  ada = await forum.member("thread.editOwnThreadOrPost");
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());

const rename = async (person: Person, nickname: string): Promise<void> =>
  void (await person.graphql(`mutation ($n: String!) { updateProfile(input: { nickname: $n }) { id } }`, {
    n: nickname,
  }));
const named = async (nickname: string): Promise<Person> => {
  const person = await forum.member();
  await rename(person, nickname);
  return person;
};

const PARTS = "id body bodyHtml";
interface Text {
  id: string;
  body: string;
  bodyHtml: string;
}
const publish = async (body: string, by = ada): Promise<Text> =>
  (
    await by.graphql(`mutation ($i: PublishThreadInput!) { publishThread(input: $i) { ${PARTS} excerpt } }`, {
      i: { categoryId, title: "T", body },
    })
  ).publishThread;
const reply = async (threadId: string, body: string, by = ada): Promise<Text> =>
  (
    await by.graphql(`mutation ($i: ReplyToThreadInput!) { replyToThread(input: $i) { ${PARTS} } }`, {
      i: { threadId, body },
    })
  ).replyToThread;
const edit = async (postId: string, body: string): Promise<Text> =>
  (
    await ada.graphql(`mutation ($i: EditPostInput!) { editPost(input: $i) { ${PARTS} } }`, {
      i: { postId, body },
    })
  ).editPost;
const see = async (id: string, by = ada): Promise<Text> =>
  (await by.graphql(`query ($id: ID!) { thread(id: $id) { ${PARTS} } }`, { id })).thread;
/** Times that a member was notified of a mention; those of one thread are one notification. */
const timesTold = async (person: Person): Promise<number> => {
  await forum.delivered();
  const { notifications } = await person.graphql(`{ notifications(filter: MENTIONS) { nodes { id } } }`);
  return (notifications.nodes as unknown[]).length;
};
const link = (person: Person, name: string): string =>
  `<a href="/user/${person.id}" class="mention">@${name}</a>`;

/** Names that may be registered, and those among them that Markdown or a shorter name might get in the way of. */
const NAMES = [
  ["张三+1", "张三"],
  ["น้ำฝน", "น้ำ"],
  ["प्रिया", "प्रि"],
  ["50%", "50"],
  ["★小明★", "★小明"],
  ["*星*", "星*"],
  ["a|b", "a"],
  ["_under_", "under"],
  ["~~tilde~~", "~"],
  ["AT&T", "AT"],
  ["Q&lt;", "Q"],
  ["👨‍👩‍👧", "👨"],
  ["محمد", "مح"],
  ["Zoë", "Zoe"],
  ["bob-smith", "bob"],
  ["李·四", "李"],
  ["O:o;p?q", "O"],
  ["!bang!", "!"],
  ["ﬁsh", "fis"],
  ["x=y^z$", "x"],
] as const;

test("every name that may be registered is mentioned, from the list and by hand, with a shorter one beside it", async () => {
  const people = await Promise.all(
    NAMES.map(async ([name, shorter]) => ({ name, person: await named(name), other: await named(shorter) })),
  );

  for (const { name, person, other } of people) {
    const escaped = name.replace(/[!-/:-@[-`{-~]/g, "\\$&");
    const { bodyHtml } = await publish(`Hi @${escaped} and @${name} !`);
    const shown = link(person, name.replaceAll("&", "&amp;"));
    expect(bodyHtml, name).toBe(`<p>Hi ${shown} and ${shown} !</p>`);
    expect([await timesTold(person), await timesTold(other)], name).toEqual([1, 0]);
  }
});

test("the id stays through a rename, and a new bearer of the name gets nothing of it", async () => {
  const [bo, cy] = [await named("旧名"), await forum.member()];
  const first = await publish("前 @旧名 后");
  const post = await reply(first.id, "@旧名 看");
  const other = await reply(first.id, "@旧名");
  expect(first.body).toBe(`前 [@旧名](/user/${bo.id}) 后`);

  await rename(bo, "新名");
  await rename(cy, "旧名");

  expect((await see(first.id)).bodyHtml).toBe(`<p>前 ${link(bo, "新名")} 后</p>`);
  const edited = await edit(post.id, `${post.body}，再看`);
  expect(edited.bodyHtml).toBe(`<p>${link(bo, "新名")} 看，再看</p>`);
  // An older version, or a program that drops links, gives the name alone.
  expect((await edit(other.id, "@旧名 再看")).bodyHtml).toBe(`<p>${link(bo, "新名")} 再看</p>`);
  expect(await timesTold(cy)).toBe(0);
  expect((await reply(first.id, "@旧名")).bodyHtml).toBe(`<p>${link(cy, "旧名")}</p>`);
});

test("a text of before, without ids, keeps whom it told and tells nobody else", async () => {
  const [bo, cy, late] = [await named("Dan"), await forum.member(), await forum.member()];
  const { id } = await publish("T");
  const post = await reply(id, "x");
  const old = `Hi @Dan, @dan and @Late`;
  const html = `<p>Hi ${link(bo, "Dan")}, ${link(bo, "dan")} and @Late</p>`;
  const store = () =>
    forum.write((ctx) =>
      run(ctx, "UPDATE posts SET body = ?, bodyHtml = ?, markdownVersion = 0 WHERE id = ?", [
        old,
        html,
        Number(post.id),
      ]),
    );
  await store();
  await rename(bo, "Danny");
  await rename(cy, "Dan");
  await rename(late, "Late");

  const shown = `Hi ${link(bo, "Danny")}, ${link(bo, "Danny")} and @Late`;
  const withIds = `Hi [@Dan](/user/${bo.id}), [@dan](/user/${bo.id}) and @Late`;
  expect(await edit(post.id, `${old}!`)).toMatchObject({ body: `${withIds}!`, bodyHtml: `<p>${shown}!</p>` });

  await store();
  await forum.app.clock.runAll(["renderOldBodies"]);
  const { post: rendered } = await ada.graphql(`query ($id: ID!) { post(id: $id) { ${PARTS} } }`, {
    id: post.id,
  });
  expect(rendered).toMatchObject({ body: withIds, bodyHtml: `<p>${shown}</p>` });
  expect((await edit(post.id, `${withIds}, @Late!`)).bodyHtml).toBe(`<p>${shown}, @Late!</p>`);
  expect([await timesTold(bo), await timesTold(cy), await timesTold(late)]).toEqual([0, 0, 0]);
});

test("a forged link shows whom it names, in excerpts too, and one of nobody is text", async () => {
  const bo = await named("老实人");

  const site = forum.app.context().services.publicUrl;
  const thread = await publish(`[@admin](${site}/user/${bo.id}) [@x](/user/999999) [@y](https://a.example/)`);

  expect(thread.bodyHtml).toContain(`<p>${link(bo, "老实人")} @x <a href="https://a.example/"`);
  expect(thread).toMatchObject({ excerpt: "@老实人 @x @y" });
  expect(await timesTold(bo)).toBe(1);
});

test("quotes notify nobody, and an edit nobody twice", async () => {
  const [bo, cy] = [await named("Quoted"), await named("Asked")];
  const { id } = await publish("T");
  const post = await reply(id, `> [@Quoted](/user/${bo.id}) and @Quoted said\n\n- > @Quoted\n\n@Asked?`);
  expect([await timesTold(bo), await timesTold(cy)]).toEqual([0, 1]);
  expect(post.bodyHtml.split(link(bo, "Quoted"))).toHaveLength(4);

  await cy.graphql(`mutation { markNotificationsRead { count } }`);
  await edit(post.id, `${post.body} now`);
  const unread = await cy.graphql(`{ notifications(filter: UNREAD) { nodes { id } } }`);
  expect(unread.notifications.nodes).toEqual([]);
});

test("a page costs one statement more, however many it mentions", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, index) => named(`Many${index}`)));
  const { id } = await publish("T");
  for (const { nickname: _, id: userId } of people) await reply(id, `[@x](/user/${userId}) hi`);
  const read = `query ($id: ID!) { thread(id: $id) { posts(first: 20) { nodes { bodyHtml } } } }`;

  const statements = await forum.statementsOf(() => forum.visitor().graphql(read, { id }));

  expect(statements.filter((sql) => /FROM `?users/i.test(sql))).toHaveLength(1);
});

test("an erased member's name stays as text", async () => {
  const bo = await named("Leaving");
  const { id } = await publish("@Leaving hi");
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET nickname = ?, nicknameKey = ? WHERE id = ?", [
      `已注销#${bo.id}`,
      `已注销#${bo.id}`,
      bo.id,
    ]),
  );

  expect((await see(id)).bodyHtml).toBe(`<p>@已注销#${bo.id} hi</p>`);
});

test("at most twenty members are mentioned, quotes apart", async () => {
  const people = await Promise.all(Array.from({ length: 21 }, (_, index) => named(`Crowd${index}`)));
  const quoted = await named("Above");

  const { bodyHtml } = await publish(
    `> [@x](/user/${quoted.id})\n\n${people.map(({ id }) => `[@x](/user/${id})`).join(" ")}`,
  );

  expect(bodyHtml.split('class="mention"')).toHaveLength(22);
  expect(bodyHtml).toMatch(/ @x<\/p>$/);
});

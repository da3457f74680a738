import { afterAll, beforeAll, expect, test } from "vitest";
import { reindexAll } from "../../server/features/search/index/indexer.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const SEARCH = `
  query ($query: String!, $kind: SearchKind!, $first: Int!, $after: String) {
    search(query: $query, kind: $kind, first: $first, after: $after) {
      nodes { kind snippet thread { id title author { id } } post { id author { id } } user { id } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

type Kind = "THREAD" | "POST" | "USER";

let forum: Forum;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open();
  author = await forum.member("thread.allowAnonymous");
});
afterAll(() => forum.close());

async function ask(person: Person, query: string, kind: Kind, first = 20, after: string | null = null) {
  await forum.searchable();
  return (await person.graphql(SEARCH, { query, kind, first, after })).search;
}

async function found(person: Person, query: string, kind: Kind = "THREAD"): Promise<string[]> {
  const { nodes } = await ask(person, query, kind);
  const key = kind.toLowerCase() as "thread" | "post" | "user";
  return nodes.map((node: Record<string, { id: string }>) => node[key]!.id);
}

async function publish(person: Person, title: string, body: string, more: object = {}): Promise<string> {
  const input = { categoryId: await forum.categoryId(), title, body, ...more };
  const document = "mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }";
  return (await person.graphql(document, { input })).publishThread.id;
}

async function reply(person: Person, threadId: string, body: string): Promise<string> {
  const document = "mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }";
  return (await person.graphql(document, { input: { threadId, body } })).replyToThread.id;
}

const change = (person: Person, mutation: string): Promise<unknown> =>
  person.graphql(`mutation { ${mutation} }`);

test("two Han characters inside a sentence find thread and reply, with the text around them", async () => {
  const id = await publish(author, "周末去哪里", "我们昨天在**长城**脚下看见一只狐狸，非常可爱。");
  const post = await reply(author, id, "那不是狐狸，是邻居家的柴犬。");

  expect(await found(author, "狐狸")).toEqual([id]);
  expect(await found(author, "柴犬", "POST")).toEqual([post]);
  expect(await found(author, "城脚")).toEqual([id]);
  const { nodes } = await ask(author, "柴犬", "POST");
  expect(nodes[0]).toMatchObject({ kind: "POST", snippet: "那不是狐狸，是邻居家的柴犬。", thread: { id } });
});

test.each([
  ["a word in any case", "kubernetes", "Deploying KUBERNETES at home"],
  ["full width letters", "ｒｅｄｉｓ", "A cache: Redis"],
  ["half of it full width", "Ａ1b2", "serial a1B2"],
  ["one Han character", "鲸", "海里有一头鲸"],
  ["one Han character within a run", "豹", "一只豹子跑了"],
  ["several words anywhere", "saxophone 低音", "低音 for the tenor saxophone"],
  ["Kana", "サーバー", "自宅サーバーの話"],
  ["Hangul", "대한", "대한민국 이야기"],
  ["Cyrillic", "ПРИВЕТ", "привет всем"],
])("%s finds: %j in %j", async (_what, query, body) => {
  const id = await publish(author, "A title", body);
  expect(await found(author, query)).toEqual([id]);
});

test.each([
  `" OR 1=1 *`,
  `+-><()~*"@`,
  "words:*",
  "NOT",
  "NEAR(a b)",
  "'; DROP TABLE users; --",
  "%",
  "_",
  "\\",
  "{x}^2",
])("what looks like a query language is text: %j", async (query) => {
  const stranger = await forum.member();
  expect((await ask(stranger, query, "THREAD")).nodes).toEqual([]);
  expect((await ask(stranger, query, "USER")).nodes).toEqual([]);
});

test.each(["", "   ", "x".repeat(101), "\u0000"])("%j is no query", async (query) => {
  await expect(ask(author, query, "THREAD")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("members are found by nickname, its beginning too, and by the new one after a change", async () => {
  const person = await forum.member();
  expect(await found(author, person.nickname, "USER")).toEqual([String(person.id)]);
  expect(await found(author, person.nickname.slice(0, 5), "USER")).toContain(String(person.id));
  expect(await found(author, person.credentials!.username + "zz", "USER")).toEqual([]);
});

test("an edit is found by what it says now", async () => {
  const id = await publish(author, "Instrument", "手风琴");
  const post = await reply(author, id, "单簧管");
  await author.graphql("mutation ($i: EditThreadInput!) { editThread(input: $i) { id } }", {
    i: { threadId: id, body: "管风琴" },
  });
  await author.graphql("mutation ($i: EditPostInput!) { editPost(input: $i) { id } }", {
    i: { postId: post, body: "双簧管" },
  });

  expect(await found(author, "手风")).toEqual([]);
  expect(await found(author, "管风")).toEqual([id]);
  expect(await found(author, "单簧", "POST")).toEqual([]);
  expect(await found(author, "双簧", "POST")).toEqual([post]);
});

test("what is deleted or waits is found by nobody, and again once it is back", async () => {
  const moderator = await forum.moderator();
  const id = await publish(author, "Hidden things", "琥珀");
  const post = await reply(author, id, "珊瑚");

  await change(author, `deletePost(postId: "${post}") { id }`);
  expect(await found(moderator, "珊瑚", "POST")).toEqual([]);
  await change(author, `restorePost(postId: "${post}") { id }`);
  expect(await found(moderator, "珊瑚", "POST")).toEqual([post]);

  await change(moderator, `setThreadApproval(threadId: "${id}", approval: PENDING) { id }`);
  for (const person of [author, moderator]) {
    expect(await found(person, "琥珀")).toEqual([]);
    expect(await found(person, "珊瑚", "POST")).toEqual([]);
  }
  await change(moderator, `setThreadApproval(threadId: "${id}", approval: APPROVED) { id }`);
  await change(moderator, `deleteThread(threadId: "${id}") { id }`);
  expect(await found(author, "琥珀")).toEqual([]);
  await change(moderator, `restoreThread(threadId: "${id}") { id }`);
  expect(await found(author, "琥珀")).toEqual([id]);
});

test("what is hidden, deleted, closed or changed is gone at once, however late the index is", async () => {
  const moderator = await forum.moderator();
  const ids = [await publish(author, "One", "砗磲"), await publish(author, "Two", "砗磲")];
  const post = await reply(author, ids[0]!, "鹦鹉螺");
  expect([await found(author, "砗磲"), await found(author, "鹦鹉螺", "POST")]).toEqual([
    [ids[1], ids[0]],
    [post],
  ]);
  // From here on nothing is indexed.
  const late = async (query: string, kind: Kind = "THREAD") => {
    const { search } = await moderator.graphql(SEARCH, { query, kind, first: 20 });
    return search.nodes.map((node: { thread: { id: string } }) => node.thread.id);
  };

  await change(moderator, `setThreadApproval(threadId: "${ids[1]}", approval: PENDING) { id }`);
  expect(await late("砗磲")).toEqual([ids[0]]);
  await author.graphql("mutation ($i: EditPostInput!) { editPost(input: $i) { id } }", {
    i: { postId: post, body: "改了" },
  });
  expect(await late("鹦鹉螺", "POST")).toEqual([]);
  await change(moderator, `deleteThread(threadId: "${ids[0]}") { id }`);
  expect(await late("砗磲")).toEqual([]);
  await change(moderator, `restoreThread(threadId: "${ids[0]}") { id }`);

  expect([await found(author, "砗磲"), await found(author, "改了", "POST")]).toEqual([[ids[0]], [post]]);
});

test("a category that is closed to the viewer is not searched", async () => {
  const admin = await forum.admin();
  const { createCategory } = await admin.graphql(
    'mutation { createCategory(input: { name: "Closed" }) { id } }',
  );
  const id = await publish(admin, "Secret", "翡翠", { categoryId: createCategory.id });
  const post = await reply(admin, id, "玛瑙");
  const open = await forum.categoryId();
  const limited = await forum.join(
    await forum.group([`category${open}.viewThreads`, `category${open}.thread.viewPosts`]),
  );
  const titlesOnly = await forum.join(await forum.group(["viewThreads", `category${open}.thread.viewPosts`]));

  expect(await found(admin, "翡翠")).toEqual([id]);
  for (const person of [limited, titlesOnly]) {
    expect(await found(person, "翡翠")).toEqual([]);
    expect(await found(person, "玛瑙", "POST")).toEqual([]);
  }
  expect(await found(admin, "玛瑙", "POST")).toEqual([post]);
});

test.each([
  ["viewThreads", "THREAD"],
  ["thread.viewPosts", "POST"],
  ["user.view", "USER"],
] as const)("without %s nothing of kind %s is searched", async (permission, kind) => {
  const limited = await forum.limitedMember(permission);
  await expect(ask(limited, "anything", kind)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("whom the viewer blocks is not found, save where the name is hidden anyway", async () => {
  const viewer = await forum.member();
  const other = await forum.member("thread.allowAnonymous");
  const named = await publish(other, "Named", "孔雀");
  const hidden = await publish(other, "Anonymous", "孔雀", { isAnonymous: true });
  const post = await reply(other, await publish(author, "Somebody else's", "x"), "孔雀开屏");
  expect(await found(viewer, "孔雀")).toEqual([hidden, named]);

  await change(viewer, `blockUser(userId: "${other.id}") { id }`);

  expect(await found(viewer, "孔雀")).toEqual([hidden]);
  expect(await found(viewer, "孔雀", "POST")).toEqual([]);
  expect(await found(viewer, other.nickname, "USER")).toEqual([]);
  expect(await found(author, "孔雀", "POST")).toEqual([post]);
});

test("anonymous authors are not found by name, and hits do not name them", async () => {
  const shy = await forum.member("thread.allowAnonymous");
  const id = await publish(shy, "Confession", "鹦鹉学舌", { isAnonymous: true });

  expect(await found(author, shy.nickname)).toEqual([]);
  const { nodes } = await ask(author, "鹦鹉", "THREAD");
  expect(nodes).toMatchObject([{ thread: { id, author: null } }]);
});

test("pages meet every hit once, newest first, while new ones are written", async () => {
  const thread = await publish(author, "Long", "x");
  const written: string[] = [];
  for (let count = 0; count < 25; count++) written.push(await reply(author, thread, `第 ${count} 只松鼠`));

  const met: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await ask(author, "松鼠", "POST", 7, after);
    met.push(...nodes.map((node: { post: { id: string } }) => node.post.id));
    await reply(author, thread, "又一只松鼠");
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }

  expect(met).toEqual([...written].reverse());
  await expect(ask(author, "松鼠", "THREAD", 7, "abc")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("a longer page costs no more statements", async () => {
  const cost = (first: number) => forum.countSettled(() => ask(author, "松鼠", "POST", first));
  await cost(1);
  const [short, long] = [await cost(2), await cost(20)];
  expect(long).toBe(short);
  expect(long).toBeLessThanOrEqual(9);
});

test("searching is limited", async () => {
  const limited = await Forum.open({ env: { RATE_LIMIT_FACTOR: "0.05" } });
  try {
    const person = await limited.member();
    const search = () => person.graphql('{ search(query: "x") { nodes { kind } } }');
    for (let count = 0; count < 3; count++) await search();
    await expect(search()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  } finally {
    await limited.close();
  }
});

test("an index that has missed changes is written anew", async () => {
  const id = await publish(author, "Missed", "麒麟");
  const gone = await publish(author, "Gone", "麒麟与凤凰");
  expect(await found(author, "麒麟")).toEqual([gone, id]);
  const past = (sql: string) => forum.write((ctx) => ctx.db.query(sql));
  await past(`UPDATE threads SET body = '凤凰' WHERE id = ${id}`);
  await past(`UPDATE threads SET visible = 0 WHERE id = ${gone}`);
  expect(await found(author, "凤凰")).toEqual([]);

  await reindexAll(forum.app.context());

  expect([await found(author, "凤凰"), await found(author, "麒麟")]).toEqual([[id], []]);
});

test("a thread is found by the question and the options of its poll, as they are now, the last of twenty too", async () => {
  const asker = await forum.member("thread.insertVote");
  const options = Array.from(
    { length: 20 },
    (_, index) => `${"去城外爬山看日出".repeat(6).slice(0, 44)}第${index}项`,
  );
  const poll = { title: "蓝鲸号还是海豚号", kind: "SINGLE", isSecret: false, resultsVisible: "ALWAYS" };
  const id = await publish(asker, "选一条船", "请大家投票。", {
    poll: { ...poll, options: [...options.slice(0, 19), "独角鲸号"] },
  });
  expect(await found(asker, "蓝鲸")).toEqual([id]);
  expect(await found(asker, "独角鲸号")).toEqual([id]);

  const document = "mutation ($id: ID!, $poll: PollInput!) { editPoll(threadId: $id, poll: $poll) { id } }";
  await asker.graphql(document, { id, poll: { ...poll, title: "", options: ["抹香鲸号", "虎鲸号"] } });
  expect(await found(asker, "蓝鲸")).toEqual([]);
  expect(await found(asker, "独角鲸号")).toEqual([]);
  expect(await found(asker, "抹香鲸")).toEqual([id]);
  await reindexAll(forum.app.context());
  expect(await found(asker, "虎鲸")).toEqual([id]);
});

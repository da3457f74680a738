import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ALL_PERMISSIONS,
  isForVisitors,
  isOffered,
  RESTRICTIONS,
  type Permission,
} from "../../server/core/permissions.ts";
import { legacyTime } from "../../server/core/rest.ts";
import { inHours, offer } from "../bounties/offers.ts";
import { startPoll } from "../polls/polling.ts";
import { givePacket } from "../red-packets/packets.ts";
import { clip, plain, sound } from "../attachments/material.ts";
import { run } from "../../server/core/sql.ts";
import { give } from "../money/books.ts";
import { order, pay, PIN, sell, setPin, textOf } from "../money/shop.ts";
import { report, rule } from "../spam/rules.ts";
import { publish } from "../threads/content.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import { Refusal, type Person } from "../support/person.ts";

/** Every key that groups may be granted: with it something works that is refused without it, at each door that has it. */

let forum: Forum;
let keeper: Person;
let author: Person;
let categoryId: string;
let filePath: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  author = await forum.member();
  categoryId = await forum.categoryId();
  // What visitors may download, everybody may.
  await keeper.graphql(
    `mutation { setGroupPermissions(groupId: "7", permissions: ["viewThreads", "thread.viewPosts", "user.view"]) }`,
  );
});
afterAll(() => forum.close());

/** Restrictions take something away instead: their stories are told where it is taken. */
const RESTRICTING: ReadonlySet<string> = new Set(RESTRICTIONS);
const OFFERED = ALL_PERMISSIONS.filter((key) => isOffered(key) && !RESTRICTING.has(key));

/** View of one person on one thread, made anew for each of them. */
interface Scene {
  readonly person: Person;
  readonly client: OldClient;
  /** By somebody else, with one file. */
  readonly threadId: string;
  readonly postId: string;
  /** The person's own. */
  readonly ownId: string;
}

type Attempt = (scene: Scene) => Promise<unknown>;
/** Something that works with a key; it throws, or gives false or an old answer with another code, without it. */
type Row = readonly [graphql: Attempt, rest: Attempt];

const mutate =
  (mutation: (scene: Scene) => string): Attempt =>
  (scene) =>
    scene.person.graphql(`mutation { ${mutation(scene)} { id } }`);
/** A thread that reports of twenty points hide. */
const reportable = async (): Promise<string> => {
  await rule(keeper, { report_hide_score: "20" });
  return (await publish(author, { categoryId })).id as string;
};
const waits = async (threadId: string): Promise<boolean> =>
  (await forum.rows(`SELECT id FROM threads WHERE id = ${threadId} AND visible = 0`)).length === 1;
const operate =
  (what: object): Attempt =>
  ({ client, threadId }) =>
    client.post("/api/v3/threads/operate", { id: Number(threadId), ...what });
const deleteThread =
  (which: "threadId" | "ownId"): Attempt =>
  ({ client, ...scene }) =>
    client.post("/api/v3/thread.delete", { threadId: Number(scene[which]) });
const updatePost =
  (what: object): Attempt =>
  ({ client, postId }) =>
    client.post("/api/v3/posts.update", { pid: Number(postId), ...what });
const forumSays =
  (flag: string): Attempt =>
  async ({ client }) =>
    (await client.get("/api/v3/forum")).Data.other[flag];
const filesOf = async ({ person, threadId }: Scene): Promise<{ fileName: string }[]> =>
  (await person.graphql(`{ thread(id: "${threadId}") { attachments { fileName } } }`)).thread.attachments;

const sold = () => sell(forum, author, { body: "For who has paid", priceCents: 100 });
const orderOne: Attempt = async ({ person }) => order(person, await sold(), 100);
/** Asks for a withdrawal of what was given before. */
const withdrawOne: Attempt = async ({ person }) => {
  await give(forum, person, 100);
  await setPin(person);
  const input = `{amountCents: 5, receiveAccount: "Bank", payPassword: "${PIN}"}`;
  return person.graphql(`mutation { requestWithdrawal(input: ${input}) { id } }`);
};
/** Pays an order that was made before, whether or not the person may make one. */
const payOne: Attempt = async ({ person }) => {
  await give(forum, person, 100);
  await setPin(person);
  const threadId = Number(await sold());
  const { insertId } = await forum.write(async (ctx) =>
    run(
      ctx,
      `INSERT INTO orders (kind, state, userId, payeeId, threadId, amountCents, siteCents, payeeCents, createdAt, expiresAt)
       VALUES ('THREAD', 'PENDING', ?, ?, ?, 100, 0, 100, ?, ?)`,
      [person.id, author.id, threadId, ctx.now, new Date(ctx.now.getTime() + 60_000)],
    ),
  );
  return pay(person, String(insertId));
};

const ROWS: Partial<Record<Permission, Row>> = {
  viewThreads: [
    async ({ person }) =>
      (await person.graphql(`{ threads(first: 1) { nodes { id } } }`)).threads.nodes.length > 0,
    ({ client }) => client.get("/api/v3/thread.list"),
  ],
  "thread.viewPosts": [
    async ({ person, threadId }) =>
      (await person.graphql(`{ thread(id: "${threadId}") { bodyHtml } }`)).thread.bodyHtml !== "",
    ({ client, threadId }) => client.get("/api/v3/thread.detail", { threadId }),
  ],
  createThread: [
    mutate(() => `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B"})`),
    ({ client }) =>
      client.post("/api/v3/thread.create", {
        title: "T",
        categoryId: Number(categoryId),
        content: { text: "B" },
      }),
  ],
  "thread.reply": [
    mutate(({ threadId }) => `replyToThread(input: {threadId: "${threadId}", body: "Hi"})`),
    ({ client, threadId }) => client.post("/api/v3/posts.create", { id: Number(threadId), content: "Hi" }),
  ],
  "thread.essence": [
    mutate(({ threadId }) => `setThreadEssence(threadId: "${threadId}", essence: true)`),
    operate({ isEssence: 1 }),
  ],
  "thread.edit": [
    mutate(({ threadId }) => `editThread(input: {threadId: "${threadId}", title: "Edited"})`),
    ({ client, threadId }) =>
      client.post("/api/v3/thread.update", { threadId: Number(threadId), title: "Again" }),
  ],
  "thread.hide": [
    mutate(({ threadId }) => `deleteThread(threadId: "${threadId}")`),
    deleteThread("threadId"),
  ],
  "thread.hidePosts": [
    mutate(({ postId }) => `deletePost(postId: "${postId}")`),
    updatePost({ isDeleted: 1 }),
  ],
  "thread.editOwnThreadOrPost": [
    mutate(({ ownId }) => `editThread(input: {threadId: "${ownId}", title: "Mine"})`),
    ({ client, ownId }) =>
      client.post("/api/v3/thread.update", { threadId: Number(ownId), title: "Mine again" }),
  ],
  "thread.hideOwnThreadOrPost": [
    mutate(({ ownId }) => `deleteThread(threadId: "${ownId}")`),
    deleteThread("ownId"),
  ],
  "thread.insertImage": [
    async ({ person }) => person.upload("a.png", await plain(20, 20).png().toBuffer()),
    forumSays("canInsertThreadImage"),
  ],
  "thread.insertAttachment": [
    ({ person }) => person.upload("a.txt", Buffer.from("text"), "file"),
    forumSays("canInsertThreadAttachment"),
  ],
  "thread.insertVideo": [
    ({ person }) => person.upload("a.mp4", clip(), "video"),
    forumSays("canInsertThreadVideo"),
  ],
  "thread.insertAudio": [
    ({ person }) => person.upload("a.wav", sound(20), "audio"),
    forumSays("canInsertThreadAudio"),
  ],
  "thread.insertPosition": [
    mutate(
      () =>
        `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B", position: {longitude: 1, latitude: 1, location: "Here", address: ""}})`,
    ),
    forumSays("canInsertThreadPosition"),
  ],
  "thread.allowAnonymous": [
    mutate(
      () => `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B", isAnonymous: true})`,
    ),
    forumSays("canInsertThreadAnonymous"),
  ],
  "thread.viewAttachment": [
    async (scene) => (await filesOf(scene)).length > 0 && (await scene.person.get(filePath)).status === 200,
    async ({ client, threadId }) =>
      "108" in (await client.get("/api/v3/thread.detail", { threadId })).Data.content.indexes,
  ],
  "thread.downloadAttachment": [
    async ({ person }) => (await person.get(filePath)).status === 200,
    // An old client follows the address that it is told, with its token.
    async ({ client, threadId }) => {
      const { indexes } = (await client.get("/api/v3/thread.detail", { threadId })).Data.content;
      const { pathname, search } = new URL(indexes["108"].body[0].url as string, forum.url);
      const answer = await forum
        .visitor()
        .get(pathname + search, { authorization: `Bearer ${client.token}` });
      return answer.status === 200;
    },
  ],
  "thread.sticky": [
    mutate(({ threadId }) => `setThreadSticky(threadId: "${threadId}", sticky: true)`),
    operate({ isSticky: 1 }),
  ],
  "thread.poster": [
    async ({ person, threadId }) =>
      (await person.graphql(`{ thread(id: "${threadId}") { viewerCanMakePoster } }`)).thread
        .viewerCanMakePoster,
    async ({ client, threadId }) =>
      (await client.get("/api/v3/thread.detail", { threadId })).Data.ability.canPoster,
  ],
  "thread.favorite": [
    mutate(({ threadId }) => `setThreadFavorite(threadId: "${threadId}", favorite: true)`),
    operate({ isFavorite: 1 }),
  ],
  "thread.likePosts": [
    mutate(({ threadId }) => `setThreadLiked(threadId: "${threadId}", liked: true)`),
    updatePost({ isLiked: 1 }),
  ],
  "user.view": [
    ({ person }) =>
      person.graphql(`{ user(id: "${author.id}") { id } mentionCandidates(prefix: "a") { id } }`),
    ({ client }) => client.get("/api/v3/follow.list"),
  ],
  "userFollow.create": [
    mutate(() => `followUser(userId: "${author.id}")`),
    ({ client }) => client.post("/api/v3/follow.create", { toUserId: author.id }),
  ],
  "thread.freeViewPosts": [
    async ({ person }) => (await textOf(person, await sold())) !== "",
    async ({ client }) => {
      const { Data } = await client.get("/api/v3/thread.detail", { threadId: await sold() });
      return Data.ability.canFreeViewPost && Data.paid && Data.content.text !== "";
    },
  ],
  "thread.insertPay": [
    mutate(
      () => `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B", priceCents: 100})`,
    ),
    async ({ client }) => {
      const writing = { title: "T", categoryId: Number(categoryId), content: { text: "B" }, price: 1 };
      const answer = await client.post("/api/v3/thread.create", writing);
      return answer.Code === 0 && (await client.get("/api/v3/forum")).Data.other.canInsertThreadPaid;
    },
  ],
  "thread.insertReward": [
    async ({ person }) => {
      await give(forum, person, 300);
      await setPin(person);
      return offer(forum, person);
    },
    async ({ person, client }) => {
      await give(forum, person, 300);
      await setPin(person);
      const body = { type: 0, price: 3, expiredAt: legacyTime(new Date(inHours(48))) };
      const content = { text: "B", indexes: { 107: { tomId: 107, body } } };
      const writing = { title: "T", categoryId: Number(categoryId), content, payPassword: PIN };
      const answer = await client.post("/api/v3/thread.create", writing);
      return answer.Code === 0 && (await client.get("/api/v3/forum")).Data.other.canInsertThreadReward;
    },
  ],
  "report.trusted": [
    async ({ person }) => {
      const threadId = await reportable();
      await report(person, { threadId });
      return waits(threadId);
    },
    async ({ client }) => {
      const threadId = await reportable();
      const reason = "广告垃圾";
      await client.post("/api/v3/reports", { type: 1, threadId: Number(threadId), reason });
      return waits(threadId);
    },
  ],
  "thread.insertGoods": [
    mutate(
      () =>
        `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B", goods: {title: "Kettle", url: "https://item.jd.com/1.html"}})`,
    ),
    async ({ client }) => {
      const address = "https://item.jd.com/1.html";
      const answer = await client.post("/api/v3/goods/analysis", { address });
      return answer.Code === 0 && (await client.get("/api/v3/forum")).Data.other.canInsertThreadGoods;
    },
  ],
  "thread.insertVote": [
    async ({ person }) => startPoll(forum, person),
    async ({ client }) => {
      const body = { voteTitle: "?", choiceType: 1, subitems: [{ content: "A" }, { content: "B" }] };
      const content = { text: "B", indexes: { 109: { tomId: 109, body } } };
      const writing = { title: "T", categoryId: Number(categoryId), content };
      const answer = await client.post("/api/v3/thread.create", writing);
      return answer.Code === 0 && (await client.get("/api/v3/forum")).Data.other.canInsertThreadVote;
    },
  ],
  "thread.insertRedPacket": [
    async ({ person }) => {
      await give(forum, person, 300);
      await setPin(person);
      return givePacket(forum, person);
    },
    async ({ person, client }) => {
      await give(forum, person, 300);
      await setPin(person);
      const body = { condition: 0, number: 3, rule: 0, price: 1 };
      const content = { text: "B", indexes: { 106: { tomId: 106, body } } };
      const writing = { title: "T", categoryId: Number(categoryId), content, payPassword: PIN };
      const answer = await client.post("/api/v3/thread.create", writing);
      return answer.Code === 0 && (await client.get("/api/v3/forum")).Data.other.canInsertThreadRedPacket;
    },
  ],
  // There are no old calls for orders.
  "order.create": [orderOne, orderOne],
  "other.canInviteUserScale": [mutate(() => `createInvitation(input: {})`), forumSays("canInviteUserScale")],
  "trade.pay.order": [payOne, payOne],
  "cash.create": [withdrawOne, withdrawOne],
  "dialog.create": [
    mutate(() => `sendMessage(input: {userId: "${author.id}", body: "Hi"})`),
    forumSays("canCreateDialog"),
  ],
};

/** Keys that are wider than another and do what it does: taken away together with it, to see that one alone. */
const WIDER: Partial<Record<Permission, readonly Permission[]>> = {
  "report.trusted": ["thread.hide", "thread.hidePosts"],
  "thread.editOwnThreadOrPost": ["thread.edit"],
  "thread.hideOwnThreadOrPost": ["thread.hide"],
};

async function sceneFor(grants: readonly string[]): Promise<Scene> {
  const publish = async (by: Person, attachmentIds: readonly string[]): Promise<string> =>
    (
      await by.graphql(
        `mutation ($c: ID!, $a: [ID!]!) {
           publishThread(input: {categoryId: $c, title: "T", body: "B", attachmentIds: $a}) { id } }`,
        { c: categoryId, a: attachmentIds },
      )
    ).publishThread.id;
  const file = await author.upload("list.txt", Buffer.from("a list"), "file");
  filePath = file.url;
  const threadId = await publish(author, [file.id]);
  const { replyToThread } = await author.graphql(
    `mutation { replyToThread(input: {threadId: "${threadId}", body: "R"}) { id } }`,
  );
  const person = await forum.join(await forum.group(grants));
  const ownId = await publish(author, []);
  await forum.write((ctx) =>
    ctx.db.query("UPDATE threads SET authorId = ? WHERE id = ?", [person.id, Number(ownId)]),
  );
  return { person, client: await OldClient.of(forum, person), threadId, postId: replyToThread.id, ownId };
}

/** True if an attempt worked. */
async function works(attempt: Attempt, scene: Scene): Promise<boolean> {
  const outcome = await attempt(scene).catch((error: unknown) => {
    if (error instanceof Refusal && ["FORBIDDEN", "NOT_FOUND"].includes(error.code)) return false;
    throw error;
  });
  if (outcome !== null && typeof outcome === "object" && "Code" in outcome) return outcome.Code === 0;
  return Boolean(outcome);
}

test("every key that is offered has a row here, and no other has", () => {
  expect(Object.keys(ROWS).sort()).toEqual([...OFFERED].sort());
});

describe.each(OFFERED)("%s", (key) => {
  test.each(["graphql", "rest"] as const)("granted it works, taken away it is refused: %s", async (door) => {
    const attempt = ROWS[key]![door === "graphql" ? 0 : 1];
    const without = OFFERED.filter((each) => each !== key && !WIDER[key]?.includes(each));
    expect(await works(attempt, await sceneFor([...without, key]))).toBe(true);
    expect(await works(attempt, await sceneFor(without))).toBe(false);
  });
});

const SET = `mutation ($g: ID!, $p: [String!]!) { setGroupPermissions(groupId: $g, permissions: $p) }`;
const grantsIn = async (groupId: number): Promise<string[]> =>
  (
    await forum.rows<{ permission: string }>(
      "SELECT permission FROM group_permissions WHERE groupId = ? ORDER BY permission",
      [groupId],
    )
  ).map(({ permission }) => permission);

describe.each(ALL_PERMISSIONS.filter((key) => !isOffered(key)))("%s has no effect yet", (key) => {
  test("it is refused as a new grant at both doors, kept where it is, and told to nobody as a right", async () => {
    const [fresh, old] = [await forum.group(["thread.reply"]), await forum.group([key])];
    const admin = await OldClient.of(forum, keeper);
    await expect(keeper.graphql(SET, { g: fresh, p: ["thread.reply", key] })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringMatching(/not available yet/) as string,
    });
    expect(await admin.post("/api/permission.v2", { groupId: fresh, permissions: [key] })).toMatchObject({
      Code: -4001,
    });
    expect(await grantsIn(fresh)).toEqual(["thread.reply"]);

    await keeper.graphql(SET, { g: old, p: ["thread.reply", key] });
    expect(await grantsIn(old)).toEqual([key, "thread.reply"].sort());

    const member = await forum.join(old);
    const { permissionAnswer, permissionKeys } = await member.graphql(
      `query ($k: String!) { permissionAnswer(permission: $k) { allowed } permissionKeys { key isOffered } }`,
      { k: key },
    );
    expect(permissionAnswer.allowed).toBe(false);
    expect(permissionKeys).toContainEqual({ key, isOffered: false });
  });
});

test("old clients are told of no feature that there is not, whatever the group has", async () => {
  const idle = ALL_PERMISSIONS.filter((key) => !isOffered(key));
  const person = await forum.join(await forum.group([...OFFERED, ...idle]));
  for (const somebody of [person, keeper]) {
    const { other } = (await (await OldClient.of(forum, somebody)).get("/api/v3/forum")).Data;
    expect(other).toMatchObject({
      publishNeedBindPhone: false,
      publishNeedBindWechat: false,
    });
  }
});

test("visitors cannot be granted what only members can do, and an old grant of it has no effect", async () => {
  const admin = await OldClient.of(forum, keeper);
  const before = await grantsIn(7);
  for (const key of OFFERED.filter((each) => !isForVisitors(each))) {
    await expect(keeper.graphql(SET, { g: 7, p: [...before, key] })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    expect(
      await admin.post("/api/permission.v2", { groupId: 7, permissions: [...before, key] }),
    ).toMatchObject({ Code: -4001 });
  }
  expect(await grantsIn(7)).toEqual(before);

  const { threadId } = await sceneFor([]);
  await author.graphql(`mutation { deleteThread(threadId: "${threadId}") { id } }`);
  await forum.write((ctx) =>
    ctx.db.query("INSERT INTO group_permissions (groupId, permission) VALUES (7, 'thread.hide')"),
  );
  await keeper.graphql(SET, { g: 7, p: [...before, "thread.hide"] });
  await expect(forum.visitor().graphql(`{ thread(id: "${threadId}") { id } }`)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await keeper.graphql(SET, { g: 7, p: before });
});

test("permission.v2 without a list is refused and takes nothing away", async () => {
  const groupId = await forum.group(["thread.reply", "user.view"]);
  const admin = await OldClient.of(forum, keeper);
  expect(await admin.post("/api/permission.v2", { groupId })).toMatchObject({ Code: -4001 });
  expect(await grantsIn(groupId)).toEqual(["thread.reply", "user.view"]);
});

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { KINDS, type Kind, type RecordOf } from "../../server/transfer/format/records.ts";
import { readDiscuzQ } from "../../server/transfer/sources/discuzQ/read.ts";
import type { SourceOptions, SourceReport } from "../../server/transfer/sources/source.ts";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { APP_KEY, BCRYPT, checksums, LONG_TITLE, makeCommunity, makeFiles } from "./discuzQ/community.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const NOW = new Date("2026-11-26T08:00:00Z");
const GHOST = 10_009;
/** 12:00 and 8:30 in Shanghai. */
const NOON = "2021-03-04T04:00:00.000Z";
const LATER = "2021-03-05T00:30:00.000Z";

type Database = Awaited<ReturnType<typeof createServerDatabase>>;

let root: string;
let files: string;
let folder: string;
let database: Database;
let before: unknown;
let report: SourceReport;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  root = mkdtempSync(join(tmpdir(), "luntan-discuz-q-"));
  files = join(root, "storage");
  folder = join(root, "neutral");
  makeFiles(files);
  // A file that the path of an attachment leads to, out of the folder.
  mkdirSync(join(root, "secret"));
  writeFileSync(join(root, "secret", "passwd"), "root");
  database = await createServerDatabase();
  await makeCommunity(database.url);
  before = await checksums(database.url);
  report = await readDiscuzQ(options());
});
afterAll(async () => {
  await database?.drop();
  if (root) rmSync(root, { recursive: true, force: true });
});

function options(other: Partial<SourceOptions> = {}): SourceOptions {
  return { from: database.url, files, folder, appKey: APP_KEY, now: NOW, tell: () => undefined, ...other };
}

/** Reads the records of a kind, each of which has to fit the format; stored paths are named by the bytes of their files. */
async function records<K extends Kind>(kind: K, from = folder): Promise<RecordOf<K>[]> {
  const neutral = await NeutralFolder.open(from);
  const paths: string[] = [];
  for await (const { record } of neutral.records("files")) paths.push(record.path);
  const all: RecordOf<K>[] = [];
  for await (const { text } of neutral.records(kind)) {
    const named = paths.reduce(
      (line, path) => line.replaceAll(path, `{${readFileSync(neutral.location(path), "utf8")}}`),
      text,
    );
    all.push(JSON.parse(named) as RecordOf<K>);
  }
  return all;
}

async function record<K extends Kind>(kind: K, id: number): Promise<RecordOf<K> | undefined> {
  return (await records(kind)).find((each) => (each as { id?: number }).id === id);
}

/** Rows that the report remarks on. */
const remarked = (kind: string): string[] => (report.remarks[kind]?.rows ?? []).map(({ row }) => row);

describe("people", () => {
  onServer("keep their names, unless several had one or it means something else here", async () => {
    const members = await records("members");
    expect(members.map(({ id, username, nickname }) => [id, username, nickname])).toEqual([
      [1, "站长", "站长"],
      [2, "Ada", "Ada"],
      // The width of letters makes no other name, and "ada-2" belongs to somebody.
      [3, "ＡＤＡ-3", "阿达"],
      [4, "老_王", "老王"],
      [5, "zero", "zero"],
      [6, "小鱼🐟", "小鱼🐟"],
      [7, "匿名用户-2", "小七"],
      [9, "ada-2", "a九"],
      [GHOST, "已注销用户", "已注销用户"],
    ]);
    expect(remarked("renamed")).toEqual(["users 3", "users 4", "users 7"]);
  });

  onServer("have the group of their newest row, for as long as it lasts", async () => {
    const members = await records("members");
    expect(members[1]).toEqual({
      id: 2,
      username: "Ada",
      nickname: "Ada",
      signature: "",
      avatar: null,
      background: null,
      groupId: 11,
      groupExpiresAt: "2098-12-31T00:00:00.000Z",
      returnGroupId: 10,
      returnGroupExpiresAt: null,
      status: "NORMAL",
      statusReason: "",
      bannedUntil: null,
      usernameChanges: 0,
      messagesFrom: "EVERYONE",
      followsFrom: "EVERYONE",
      listDensity: "CARDS",
      createdAt: NOON,
      lastSeenAt: null,
      closesAt: null,
    });
    expect(members.map(({ groupId }) => groupId)).toEqual([1, 11, 10, 10, 10, 10, 10, 10, 10]);
    expect(remarked("groups")).toEqual(["users 2", "users 3", "users 4"]);
  });

  onServer("have their pictures, times and states; zero dates are none", async () => {
    const [owner, , , , zero, fish, seventh, ninth] = await records("members");
    expect(owner).toMatchObject({
      avatar: "{avatar}",
      signature: "欢迎",
      lastSeenAt: LATER,
      usernameChanges: 1,
    });
    expect(zero).toMatchObject({ createdAt: NOON, lastSeenAt: null, status: "BANNED", statusReason: "广告" });
    expect(fish).toMatchObject({ avatar: null, status: "FIELDS_MISSING" });
    expect([seventh!.status, ninth!.status]).toEqual(["UNDER_REVIEW", "BANNED"]);
    expect(remarked("states")).toEqual(["users 9"]);
  });

  onServer("sign in as before: by their passwords, and by numbers that nobody else claims", async () => {
    expect(await records("credentials")).toEqual([
      { memberId: 1, scheme: "bcrypt", hash: BCRYPT, salt: "", charset: "utf-8" },
    ]);
    expect(remarked("passwords")).toEqual(["users 4"]);
    expect(await records("contacts")).toEqual([
      { memberId: 1, channel: "SMS", address: "+8613800000001", verifiedAt: NOON },
      { memberId: 2, channel: "SMS", address: "+8613800000002", verifiedAt: null },
      { memberId: 3, channel: "SMS", address: "+8613800000002", verifiedAt: null },
    ]);
    expect(remarked("phones")).toEqual(["users 2", "users 3", "users 4"]);
    expect(await records("wechatAccounts")).toEqual([
      { id: 32, memberId: 2, app: "wx1234567890abcdef", subject: "oMP2", nickname: "ada", createdAt: NOON },
      { id: 35, memberId: 2, app: "union", subject: "uni2", nickname: "ada", createdAt: NOON },
    ]);
    expect(remarked("wechatAccounts")).toEqual(["user_wechats 8", "user_wechats 9"]);
  });

  onServer("follow and block each other once", async () => {
    expect(await records("follows")).toEqual([
      { fromId: 2, toId: 3, createdAt: NOON },
      { fromId: 3, toId: 2, createdAt: NOON },
    ]);
    expect(await records("blocks")).toEqual([{ memberId: 2, blockedId: 5, createdAt: NOON }]);
    expect(remarked("leftOut")).toContain("user_follow 2 88");
  });

  onServer("have groups whose grants mean something here", async () => {
    const groups = await records("groups");
    expect(
      groups.map(({ id, isDefault, scale, feeCents, isForSale, days }) => [
        id,
        isDefault,
        scale,
        feeCents,
        isForSale,
        days,
      ]),
    ).toEqual([
      [1, false, 0, 0, false, 0],
      [7, false, 0, 0, false, 0],
      [10, true, 35, 0, false, 0],
      [11, false, 0, 990, true, 30],
    ]);
    expect(groups[2]!.grants).toEqual(["category1.viewThreads", "createThread"]);
    expect(report.remarks["grants"]).toEqual({
      count: 1,
      rows: [{ row: "groups 10", reason: "There is no permission thread.fly here." }],
    });
  });

  onServer("came by whom they came, and have filled in what was asked", async () => {
    expect(await records("invitations")).toEqual([
      {
        id: 1,
        code: "open".repeat(8),
        memberId: 1,
        groupId: 10,
        isOfficial: true,
        maxUses: 1,
        useCount: 0,
        createdAt: NOON,
        expiresAt: "2096-10-02T07:06:40.000Z",
        revokedAt: null,
      },
    ]);
    expect(await records("acceptances")).toEqual([
      {
        memberId: 2,
        inviterId: 1,
        invitationId: null,
        sharePercent: 35,
        isSubordinate: true,
        isCommission: false,
        createdAt: NOON,
      },
      {
        memberId: 3,
        inviterId: 1,
        invitationId: null,
        sharePercent: 0,
        isSubordinate: false,
        isCommission: false,
        createdAt: NOON,
      },
    ]);
    const field = {
      id: 1,
      name: "身份证照片",
      type: 4,
      description: "清晰",
      sort: 1,
      status: 1,
      required: true,
      createdAt: NOON,
      updatedAt: LATER,
    };
    expect(await records("signInFields")).toEqual([{ ...field, choices: "" }]);
    expect(await records("signInAnswers")).toEqual([
      { ...field, memberId: 6, remark: "", answer: '[{"id":908,"url":"/files/{card}"}]' },
    ]);
  });
});

describe("threads and replies", () => {
  onServer("keep their ids, texts and states", async () => {
    expect(await record("threads", 100)).toEqual({
      id: 100,
      categoryId: 1,
      authorId: 2,
      title: "图片",
      // The missing picture leaves its name; the other one of the block and the topic stand at the end.
      body: "看图 ![原名 a.png](/files/{picture a})\n\n丢失 原名 lost.png\n\n![原名 b.jpg](/files/{picture b})\n\n#旅行#",
      priceCents: 0,
      freePercent: 0,
      attachmentPriceCents: 0,
      isAnonymous: false,
      isSticky: true,
      stickyUntil: null,
      isEssence: true,
      lockedAt: null,
      lockReason: null,
      approval: "APPROVED",
      deletedAt: null,
      deletedById: null,
      mergedIntoId: null,
      solutionId: null,
      movedNumber: 0,
      viewCount: 42,
      longitude: 116.391_275_7,
      latitude: 39.906,
      address: "",
      location: "",
      createdAt: NOON,
      editedAt: null,
    });
    const threads = await records("threads");
    expect(
      threads.map(({ id, authorId, approval, deletedAt, isAnonymous }) => [
        id,
        authorId,
        approval,
        deletedAt,
        isAnonymous,
      ]),
    ).toEqual([
      [100, 2, "APPROVED", null, false],
      [101, GHOST, "APPROVED", null, false],
      [102, 3, "APPROVED", null, true],
      [103, 2, "APPROVED", null, false],
      [105, 2, "PENDING", null, false],
      [106, 2, "APPROVED", LATER, false],
      [107, 2, "APPROVED", null, false],
      [108, 2, "APPROVED", null, false],
      [109, 2, "IGNORED", null, false],
      [110, 2, "APPROVED", null, false],
    ]);
  });

  onServer("have titles of 100 characters; longer ones stand whole in the text", async () => {
    const thread = await record("threads", 101);
    expect(thread).toMatchObject({ title: `${"长".repeat(99)}…`, createdAt: LATER });
    expect(thread!.body).toBe(`${"长".repeat(119)}\\!\n\n作者已注销 😀`);
    expect(report.remarks["longTitles"]).toEqual({
      count: 1,
      rows: [{ row: "threads 101", reason: LONG_TITLE }],
    });
  });

  onServer("are shortened where a text is too long, and the report has the rest", async () => {
    expect((await record("posts", 515))!.body).toBe(`${"字".repeat(49_998)}…`);
    expect(report.remarks["shortened"]).toEqual({
      count: 1,
      rows: [{ row: "posts 515", reason: "字".repeat(12) }],
    });
  });

  onServer("are sold as before, to the cent", async () => {
    expect(await record("threads", 103)).toMatchObject({
      priceCents: 820,
      freePercent: 30,
      body: "免费的开头\n\n要买的其余部分，写得很长很长很长",
    });
    expect(await record("threads", 108)).toMatchObject({
      attachmentPriceCents: 100,
      body: "抢\n\n[原名 plan.pdf](/files/{plan})",
    });
    expect(await records("entitlements")).toEqual([
      {
        id: 5,
        memberId: 1,
        object: "SITE",
        objectId: 1,
        groupId: null,
        source: "import:discuz-q:site:1",
        startsAt: NOON,
        endsAt: "2098-12-31T16:00:00.000Z",
      },
      {
        id: 14,
        memberId: 2,
        object: "GROUP",
        objectId: 1,
        groupId: 11,
        source: "import:discuz-q:group:3",
        startsAt: NOON,
        endsAt: "2098-12-31T00:00:00.000Z",
      },
      {
        id: 23,
        memberId: 2,
        object: "GROUP",
        objectId: 2,
        groupId: 11,
        source: "import:discuz-q:queue:5",
        startsAt: "2098-12-31T00:00:00.000Z",
        endsAt: "2099-01-10T00:00:00.000Z",
      },
      {
        id: 25,
        memberId: 6,
        object: "SITE",
        objectId: 1,
        groupId: null,
        source: "import:discuz-q:site:6",
        startsAt: NOON,
        endsAt: null,
      },
      {
        id: 240,
        memberId: 3,
        object: "THREAD",
        objectId: 103,
        groupId: null,
        source: "import:discuz-q:order:60",
        startsAt: LATER,
        endsAt: null,
      },
      {
        id: 252,
        memberId: 4,
        object: "ANSWER",
        objectId: 110,
        groupId: null,
        source: "import:discuz-q:order:63",
        startsAt: LATER,
        endsAt: null,
      },
    ]);
    expect(await records("orders")).toEqual([]);
  });

  onServer("keep old texts, votes and films as Markdown", async () => {
    expect((await record("threads", 106))!.body).toBe("第一行\n第二行");
    expect((await record("threads", 107))!.body).toBe(
      "选一个\n\n[猫.mp4](https://vod.example/cat.mp4)\n\n**午饭**\n\n|   |   |\n| - | - |\n| 面 | 2 |\n| 饭 | 1 |",
    );
    expect(report.losses).toEqual({ poll: 1 });
  });

  onServer("without a text are empty, and second texts are replies", async () => {
    expect(await record("threads", 105)).toMatchObject({ body: "", categoryId: 4 });
    expect(await record("posts", 506)).toMatchObject({ threadId: 106, number: 1, body: "第二个正文" });
    expect(remarked("threads")).toEqual(["posts 506", "threads 105"]);
  });

  onServer("have numbers in the order of their ids, and comments below them", async () => {
    const posts = (await records("posts")).filter(({ threadId }) => threadId === 100);
    expect(
      posts.map(({ id, number, parentId, replyToPostId, authorId, body }) => [
        id,
        number,
        parentId,
        replyToPostId,
        authorId,
        body,
      ]),
    ).toEqual([
      [507, 1, null, null, 3, "[@Ada](/user/2) 好看"],
      [508, null, 507, null, 2, "谢谢"],
      [509, null, 507, 508, 3, "不客气"],
      [510, 2, null, null, 4, "没有上级的评论"],
      [511, 3, null, null, GHOST, "已删除的作者"],
      [512, null, 511, null, 2, "评论已删除的回复"],
    ]);
    // A date that is none hides a reply as well.
    expect(posts[4]!.deletedAt).toBe(NOON);
    expect(remarked("comments")).toEqual(["posts 510"]);
    expect(remarked("leftOut")).toContain("posts 514");
  });

  onServer("do not name who asked without a name", async () => {
    expect(await record("posts", 513)).toMatchObject({ authorId: 3, isAnonymous: true });
    expect(await record("posts", 507)).toMatchObject({ authorId: 3, isAnonymous: false });
  });

  onServer("that were drafts are drafts, which nobody else sees", async () => {
    expect(await records("drafts")).toEqual([
      {
        id: 104,
        memberId: 2,
        threadId: null,
        categoryId: 2,
        title: "草稿",
        body: "还没写完\n\n![原名 a.png](/files/{picture a})",
        isAnonymous: false,
        priceCents: 0,
        freePercent: 0,
        attachmentPriceCents: 0,
        attachmentIds: [905],
        gifts: "",
        createdAt: NOON,
        updatedAt: LATER,
      },
    ]);
    expect(await record("posts", 504)).toBeUndefined();
  });

  onServer("have likes, those of first posts as well, and favourites", async () => {
    expect(await records("threadReactions")).toEqual([
      { threadId: 100, memberId: 3, reaction: "", createdAt: NOON },
    ]);
    expect(await records("postReactions")).toEqual([
      { postId: 507, memberId: 2, reaction: "", createdAt: NOON },
    ]);
    expect(await records("favorites")).toEqual([{ threadId: 100, memberId: 3, createdAt: NOON }]);
    expect(remarked("leftOut")).toContain("thread_user 104 3");
  });

  onServer("stand in two levels of categories, and topics of one name are one", async () => {
    const categories = await records("categories");
    expect(categories.map(({ id, name, parentId }) => [id, name, parentId])).toEqual([
      [1, "默认分类", null],
      [2, "子类", 1],
      [3, "孙类", 1],
      [4, "未分类", null],
    ]);
    expect(report.remarks["moderators"]).toEqual({
      count: 1,
      rows: [{ row: "categories 1", reason: "2,3" }],
    });
    expect(await records("topics")).toEqual([
      {
        id: 1,
        name: "旅行",
        isRecommended: true,
        viewCount: 5,
        deletedAt: null,
        mergedIntoId: null,
        createdAt: NOON,
      },
    ]);
    expect(remarked("mergedTopics")).toEqual(["topics 2"]);
  });
});

describe("files", () => {
  onServer("have new addresses that nobody can guess, and old ones lead there", async () => {
    const attachments = await records("attachments");
    expect(
      attachments.map(({ id, kind, path, threadId, postId, isPaid, mimeType }) => [
        id,
        kind,
        path,
        threadId,
        postId,
        isPaid,
        mimeType,
      ]),
    ).toEqual([
      [900, "image", "{picture a}", 100, null, false, "image/png"],
      [901, "image", "{picture b}", 100, null, false, "image/jpeg"],
      [904, "file", "{plan}", 108, null, true, "application/pdf"],
      [905, "image", "{picture a}", null, null, false, "image/png"],
      [907, "image", "{picture c}", null, null, false, "image/gif"],
      [908, "answerImage", "{card}", null, null, false, "image/png"],
    ]);
    const neutral = await NeutralFolder.open(folder);
    const paths: string[] = [];
    for await (const { record } of neutral.records("attachments")) paths.push(record.path);
    expect(new Set(paths).size).toBe(6);
    for (const path of paths)
      expect(path).toMatch(/^([\da-f]{2})\/([\da-f]{2})\/\1\2[\da-f]{28}\.(png|jpg|pdf|gif)$/);
    const addresses = await records("oldAddresses");
    expect(addresses).toContainEqual({
      address: "/storage/attachments/2021/03/04/b.jpg",
      target: "/files/{picture b}",
    });
    expect(addresses).toContainEqual({
      address: "/storage/avatars/000/00/00/01.png",
      target: "/files/{avatar}",
    });
    expect(addresses).toContainEqual({ address: "/thread/comment/500", target: "/thread/100" });
    expect(addresses).toContainEqual({ address: "/topic/topic-detail/2", target: "/topic/1" });
  });

  onServer("that are missing, lie elsewhere or were not approved are left out", async () => {
    expect(remarked("missingFiles")).toEqual(["users 6", "attachments 903", "attachments 909"]);
    expect(remarked("leftOut")).toContain("attachments 906");
    const bytes = readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(bytes.sort()).toEqual([
      "avatar",
      "card",
      "logo",
      "picture a",
      "picture a",
      "picture b",
      "picture c",
      "plan",
    ]);
  });
});

describe("messages", () => {
  onServer("of one pair are one dialog, whatever form their texts have", async () => {
    expect(await records("dialogs")).toEqual([
      {
        id: 40,
        lowMemberId: 2,
        highMemberId: 3,
        createdAt: NOON,
        // 705 was empty: a mark on it would hide the first message that is written here.
        sides: [
          { memberId: 2, readUpTo: 704, deletedUpTo: 0 },
          { memberId: 3, readUpTo: 704, deletedUpTo: 0 },
        ],
      },
      {
        id: 42,
        lowMemberId: 2,
        highMemberId: GHOST,
        createdAt: NOON,
        sides: [
          { memberId: 2, readUpTo: 0, deletedUpTo: 0 },
          { memberId: GHOST, readUpTo: 704, deletedUpTo: 0 },
        ],
      },
    ]);
    const messages = await records("messages");
    expect(
      messages.map(({ id, dialogId, authorId, body, attachmentId }) => [
        id,
        dialogId,
        authorId,
        body,
        attachmentId,
      ]),
    ).toEqual([
      [700, 40, 3, "你好 & 再见", null],
      [701, 40, 2, "旧的纯文本", null],
      [702, 40, 2, "新的", null],
      [703, 40, 2, "", 907],
      [704, 42, GHOST, "来自注销的人", null],
    ]);
    expect(remarked("mergedDialogs")).toEqual(["dialog 41"]);
    expect(remarked("leftOut")).toContain("dialog_message 705");
  });
});

describe("money", () => {
  onServer(
    "is right to the cent: one opening transaction for each member, frozen money given back",
    async () => {
      const transactions = await records("transactions");
      expect(transactions).toEqual([
        {
          reference: "import:discuz-q:wallet:2",
          kind: "ADJUSTMENT",
          memo: "从 Discuz! Q 转入的余额",
          actorId: 0,
          createdAt: LATER,
          entries: [
            { account: "AVAILABLE", memberId: 2, amountCents: 1_515, as: null },
            { account: "ADJUSTMENTS", memberId: null, amountCents: -1_515, as: null },
          ],
        },
        {
          reference: "import:discuz-q:wallet:3",
          kind: "ADJUSTMENT",
          memo: "从 Discuz! Q 转入的余额",
          actorId: 0,
          createdAt: LATER,
          entries: [
            { account: "AVAILABLE", memberId: 3, amountCents: 29, as: null },
            { account: "ADJUSTMENTS", memberId: null, amountCents: -29, as: null },
          ],
        },
      ]);
      expect(report.money).toEqual({
        // 15.15 + 0.29 − 3.00 + 7.00
        sourceCents: 1_944,
        openedCents: 1_544,
        refusedCents: 400,
        differences: { count: 1, rows: [{ memberId: 3, balanceCents: 29, logCents: 28 }] },
      });
      expect(remarked("refusedBalances")).toEqual(["user_wallets 4", "user_wallets 88"]);
      expect(remarked("releasedMoney")).toEqual(["user_wallets 2"]);
    },
  );

  onServer(
    "that was held is held no longer: withdrawals, red packets, bounties and questions are over",
    async () => {
      expect(await records("withdrawals")).toEqual([
        {
          id: 1,
          memberId: 2,
          state: "REFUSED",
          amountCents: 305,
          feeCents: 5,
          receiveAccount: "6222",
          note: "",
          createdAt: NOON,
          decidedAt: LATER,
        },
      ]);
      expect(await records("redPackets")).toEqual([
        {
          id: 1,
          threadId: 108,
          memberId: 2,
          rule: "RANDOM",
          claimBy: "REPLY",
          likesNeeded: 0,
          totalCents: 228,
          remainingCents: 200,
          state: "ENDED",
          createdAt: NOON,
          expiresAt: LATER,
          shares: [
            { amountCents: 28, memberId: 3, postId: 518, claimedAt: NOON },
            { amountCents: 200, memberId: null, postId: null, claimedAt: null },
          ],
        },
      ]);
      expect(await records("bounties")).toEqual([
        {
          id: 1,
          threadId: 110,
          memberId: 2,
          rest: "RETURN",
          totalCents: 100,
          remainingCents: 100,
          state: "ENDED",
          createdAt: NOON,
          endsAt: "2021-04-04T04:00:00.000Z",
          gifts: [],
        },
      ]);
      expect(await records("questions")).toEqual([
        {
          id: 1,
          threadId: 110,
          askerId: 2,
          answererId: 3,
          amountCents: 100,
          onlookerCents: 50,
          onlookerCount: 1,
          state: "ANSWERED",
          createdAt: NOON,
          endsAt: LATER,
          answeredAt: LATER,
          answer: "这样做",
        },
      ]);
      const holds = await records("holds");
      expect(
        holds.map(({ reference, memberId, amountCents, remainingCents }) => [
          reference,
          memberId,
          amountCents,
          remainingCents,
        ]),
      ).toEqual([
        ["bounty:1", 2, 100, 0],
        ["packet:1", 2, 228, 0],
        ["question:1", 2, 100, 0],
        ["withdrawal:1", 2, 305, 0],
      ]);
      expect(remarked("closedWithdrawals")).toEqual(["user_wallet_cash 1"]);
      expect(remarked("closedGifts")).toEqual(["thread_red_packets 1", "thread_rewards 1"]);
    },
  );
});

describe("the site", () => {
  onServer("has the settings that exist here; sealed ones open by the key of the old site", async () => {
    expect(await records("settings")).toEqual([
      { tag: "default", key: "logo", value: "/files/{logo}" },
      { tag: "default", key: "site_name", value: "老论坛" },
      { tag: "wx_offiaccount", key: "offiaccount_app_id", value: "wx1234567890abcdef" },
    ]);
    expect(remarked("settings").sort()).toEqual([
      "settings default.AesKey",
      "settings default.site_mode",
      "settings qcloud.qcloud_secret_id",
    ]);
    expect(await records("stopWords")).toEqual([
      {
        id: 1,
        find: "坏{2}词",
        replacement: "**",
        ugc: "{MOD}",
        username: "{BANNED}",
        signature: "{IGNORE}",
        dialog: "{REPLACE}",
        nickname: "{IGNORE}",
        memberId: 1,
        createdAt: NOON,
        updatedAt: LATER,
      },
    ]);
  });

  onServer("keeps its secrets without the key, and another key opens nothing", async () => {
    for (const appKey of [undefined, `base64:${Buffer.alloc(32, 8).toString("base64")}`]) {
      const other = join(root, "without-key");
      const { remarks } = await readDiscuzQ(options({ folder: other, appKey }));
      expect((await records("settings", other)).map(({ key }) => key)).toEqual(["logo", "site_name"]);
      expect(remarks["settings"]!.rows.map(({ row }) => row)).toContain(
        "settings wx_offiaccount.offiaccount_app_id",
      );
      expect((await records("wechatAccounts", other)).map(({ app }) => app)).toEqual(["union"]);
    }
    await expect(readDiscuzQ(options({ appKey: "short" }))).rejects.toThrow("32 bytes");
  });
});

describe("a reader", () => {
  onServer("writes nothing to the source, and the same bytes again", async () => {
    const bytes = (): string[] =>
      KINDS.map((kind) => readFileSync(join(folder, `${kind}.ndjson`), "utf8")).concat(
        readFileSync(join(folder, "manifest.json"), "utf8"),
      );
    await readDiscuzQ(options());
    const first = bytes();
    const again = await readDiscuzQ(options());
    expect(bytes()).toEqual(first);
    expect(again).toEqual(report);
    expect(await checksums(database.url)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  onServer("counts both sides", async () => {
    expect(report.tables).toMatchObject({
      users: 8,
      threads: 11,
      posts: 21,
      user_wallets: 5,
      attachments: 9,
    });
    expect(report.records).toMatchObject({
      members: 9,
      threads: 10,
      posts: 10,
      drafts: 1,
      attachments: 6,
      files: 8,
    });
  });

  onServer(
    "reads older versions, which lack columns and tables, and converted ones, whose numbers nobody has proven",
    async () => {
      await inDatabase(async (ask, url) => {
        await makeCommunity(url);
        await ask(
          "DROP TABLE pre_thread_tom, pre_thread_votes, pre_thread_vote_subitems, pre_group_paid_users, pre_dialog_message, pre_dialog",
        );
        await ask("ALTER TABLE pre_users DROP nickname, ADD salt char(6)");
        await ask("ALTER TABLE pre_categories DROP parentid");
        await ask("ALTER TABLE pre_posts DROP comment_post_id");
        await ask("ALTER TABLE pre_threads DROP issue_at, DROP is_anonymous");
        await ask("UPDATE pre_threads SET free_words = 5 WHERE id = 103");
        await ask("UPDATE pre_threads SET type = 2 WHERE id = 107");
        await ask("UPDATE pre_users SET password = MD5('x'), salt = 'a1b2c3' WHERE id = 2");
        const other = join(root, "older");
        await readDiscuzQ(options({ from: url, folder: other, files: null }));
        expect((await records("members", other)).slice(1, 4).map(({ nickname }) => nickname)).toEqual([
          "Ada",
          "ＡＤＡ-3",
          "老_王",
        ]);
        expect(await records("credentials", other)).toContainEqual({
          memberId: 2,
          scheme: "ucenter",
          hash: "9dd4e461268c8034f5c8564e155c67a6",
          salt: "a1b2c3",
          charset: "utf-8",
        });
        expect((await records("contacts", other))[0]).toMatchObject({ memberId: 1, verifiedAt: null });
        const threads = new Map((await records("threads", other)).map((thread) => [thread.id, thread]));
        // Five of 25 characters.
        expect(threads.get(103)).toMatchObject({ freePercent: 20 });
        expect(threads.get(107)!.body).toBe("选一个\n\n[猫.mp4](https://vod.example/cat.mp4)");
        expect(threads.get(100)!.body).toBe("看图 原名 a.png\n\n丢失 原名 lost.png\n\n#旅行#");
        expect(await records("attachments", other)).toEqual([]);
      });
    },
  );

  onServer("refuses what is no Discuz! Q, and asks which of several forums is meant", async () => {
    await inDatabase(async (ask, url) => {
      const other = join(root, "refused");
      await ask("CREATE TABLE pre_posts (id int PRIMARY KEY, thread_id int, content text)");
      await ask("CREATE TABLE pre_users (id int PRIMARY KEY, username varchar(10))");
      await expect(readDiscuzQ(options({ from: url, folder: other }))).rejects.toThrow(
        "This database is none of Discuz! Q",
      );
      await ask("DROP TABLE pre_posts, pre_users");
      await makeCommunity(url);
      const [tables] = (await ask("SHOW TABLES")) as [object[]];
      for (const name of tables.map((row) => String(Object.values(row)[0])))
        await ask(`CREATE TABLE ${name.replace("pre_", "old_")} LIKE ${name}`);
      await expect(readDiscuzQ(options({ from: url, folder: other }))).rejects.toThrow(
        "name one by ?prefix= at the end of the address: old_, pre_.",
      );
      await expect(readDiscuzQ(options({ from: `${url}?prefix=new_`, folder: other }))).rejects.toThrow(
        "no tables of Discuz! Q that begin with new_",
      );
      expect(
        (await readDiscuzQ(options({ from: `${url}?prefix=pre_`, folder: other }))).records.members,
      ).toBe(9);
    });
    await expect(readDiscuzQ(options({ from: `${database.url}_none` }))).rejects.toThrow(
      "cannot be read (ER_BAD_DB_ERROR)",
    );
  });
});

/** Runs something with a database of its own. */
async function inDatabase(
  work: (ask: (sql: string) => Promise<unknown>, url: string) => Promise<void>,
): Promise<void> {
  const other = await createServerDatabase();
  const connection = await createConnection({ uri: other.url });
  try {
    await connection.query("SET SESSION sql_mode = ''");
    await work((sql) => connection.query(sql), other.url);
  } finally {
    await connection.end();
    await other.drop();
  }
}

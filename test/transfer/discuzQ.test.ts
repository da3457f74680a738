import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { DISCUZ_Q, GHOST, LATER, NOON, statements } from "./discuzQ/community.ts";
import { digestOf, fill, Reading } from "./reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");

let reading: Reading;

beforeAll(async () => {
  if (ENGINE !== "sqlite") reading = await Reading.begin(DISCUZ_Q);
});
afterAll(() => reading?.end());

describe("files", () => {
  onServer("have new addresses that nobody can guess, and old ones lead there", async () => {
    const attachments = await reading.records("attachments");
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
      // Of a thread with a price: the free part shows the first one, the other one is sold.
      [910, "image", "{picture a}", 103, null, false, "image/png"],
      [911, "image", "{picture c}", 103, null, true, "image/gif"],
    ]);
    const neutral = await NeutralFolder.open(reading.folder);
    const paths: string[] = [];
    for await (const { record } of neutral.records("attachments")) paths.push(record.path);
    expect(new Set(paths).size).toBe(8);
    for (const path of paths)
      expect(path).toMatch(/^([\da-f]{2})\/([\da-f]{2})\/\1\2[\da-f]{28}\.(png|jpg|pdf|gif)$/);
    const addresses = await reading.records("oldAddresses");
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
    expect(reading.remarked("missingFiles")).toEqual(["users 6", "attachments 903", "attachments 909"]);
    expect(reading.remarked("leftOut")).toContain("attachments 906");
    const bytes = readdirSync(join(reading.folder, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(bytes.sort()).toEqual([
      "avatar",
      "card",
      "logo",
      "picture a",
      "picture a",
      "picture a",
      "picture b",
      "picture c",
      "picture c",
      "plan",
    ]);
  });
});

describe("messages", () => {
  onServer("of one pair are one dialog, whatever form their texts have", async () => {
    expect(await reading.records("dialogs")).toEqual([
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
    const messages = await reading.records("messages");
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
    expect(reading.remarked("mergedDialogs")).toEqual(["dialog 41"]);
    expect(reading.remarked("leftOut")).toContain("dialog_message 705");
  });
});

describe("money", () => {
  onServer(
    "is right to the cent: one opening transaction for each member, frozen money given back",
    async () => {
      const transactions = await reading.records("transactions");
      expect(transactions).toEqual([
        {
          reference: "import:discuz-q:wallet:2",
          kind: "ADJUSTMENT",
          memo: "从 Discuz! Q 转入的余额",
          actorId: 0,
          createdAt: LATER,
          entries: [
            { account: "ADJUSTMENTS", memberId: null, amountCents: -1_515, as: null },
            { account: "AVAILABLE", memberId: 2, amountCents: 1_515, as: null },
          ],
        },
        {
          reference: "import:discuz-q:wallet:3",
          kind: "ADJUSTMENT",
          memo: "从 Discuz! Q 转入的余额",
          actorId: 0,
          createdAt: LATER,
          entries: [
            { account: "ADJUSTMENTS", memberId: null, amountCents: -29, as: null },
            { account: "AVAILABLE", memberId: 3, amountCents: 29, as: null },
          ],
        },
      ]);
      expect(reading.report.money).toEqual({
        // 15.15 + 0.29 − 3.00 + 7.00
        sourceCents: 1_944,
        openedCents: 1_544,
        refusedCents: 400,
        differences: { count: 1, rows: [{ memberId: 3, balanceCents: 29, logCents: 28 }] },
      });
      expect(reading.remarked("refusedBalances")).toEqual(["user_wallets 4", "user_wallets 88"]);
      expect(reading.remarked("releasedMoney")).toEqual(["user_wallets 2"]);
    },
  );

  onServer(
    "that was held is held no longer: withdrawals, red packets, bounties and questions are over",
    async () => {
      expect(await reading.records("withdrawals")).toEqual([
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
      expect(await reading.records("redPackets")).toEqual([
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
      expect(await reading.records("bounties")).toEqual([
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
      expect(await reading.records("questions")).toEqual([
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
      const holds = await reading.records("holds");
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
      expect(reading.remarked("closedWithdrawals")).toEqual(["user_wallet_cash 1"]);
      expect(reading.remarked("closedGifts")).toEqual(["thread_red_packets 1", "thread_rewards 1"]);
    },
  );
});

describe("the site", () => {
  onServer("has the settings that exist here, and none of the secrets", async () => {
    expect(await reading.records("settings")).toEqual([
      { tag: "default", key: "logo", value: "/files/{logo}" },
      { tag: "default", key: "site_name", value: "老论坛" },
    ]);
    expect(reading.remarked("settings").sort()).toEqual([
      "settings default.AesKey",
      "settings default.site_mode",
      "settings qcloud.qcloud_secret_id",
      "settings wx_offiaccount.offiaccount_app_id",
    ]);
    expect(await reading.records("stopWords")).toEqual([
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

  onServer(
    "knows the apps of WeChat by the key of the old site; without it, or with another one, nobody does",
    async () => {
      for (const appKey of [undefined, `base64:${Buffer.alloc(32, 8).toString("base64")}`]) {
        const other = join(reading.root, "without-key");
        await reading.again({ folder: other, appKey });
        expect((await reading.records("wechatAccounts", other)).map(({ app }) => app)).toEqual(["union"]);
      }
      await expect(reading.again({ appKey: "short" })).rejects.toThrow("32 bytes");
    },
  );
});

describe("a reader", () => {
  onServer("writes nothing to the source, and the same bytes again", async () => {
    await reading.again();
    const first = reading.written();
    const again = await reading.again();
    expect(reading.written()).toEqual(first);
    expect(again).toEqual(reading.report);
    expect(await digestOf(reading.database.url)).toEqual(reading.before);
    expect(readdirSync(reading.folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  onServer("counts both sides", async () => {
    expect(reading.report.tables).toMatchObject({
      users: 8,
      threads: 11,
      posts: 21,
      user_wallets: 5,
      attachments: 11,
    });
    expect(reading.report.records).toMatchObject({
      members: 9,
      threads: 10,
      posts: 10,
      drafts: 1,
      attachments: 8,
      files: 10,
    });
  });

  onServer(
    "reads older versions, which lack columns and tables, and converted ones, whose numbers nobody has proven",
    async () => {
      await inDatabase(async (ask, url) => {
        await fill(url, statements());
        await ask(
          "DROP TABLE pre_thread_tom, pre_thread_votes, pre_thread_vote_subitems, pre_thread_vote_users, pre_group_paid_users, pre_dialog_message, pre_user_wallets",
        );
        await ask("ALTER TABLE pre_users DROP nickname, ADD salt varchar(6)");
        await ask("ALTER TABLE pre_orders DROP expired_at");
        await ask("ALTER TABLE pre_categories DROP parentid");
        await ask("ALTER TABLE pre_posts DROP comment_post_id");
        await ask("ALTER TABLE pre_threads DROP issue_at, DROP is_anonymous");
        await ask("UPDATE pre_threads SET free_words = 5 WHERE id = 103");
        await ask("UPDATE pre_threads SET type = 2 WHERE id = 107");
        await ask(
          "UPDATE pre_users SET password = '9dd4e461268c8034f5c8564e155c67a6', salt = 'a1b2c3' WHERE id = 2",
        );
        const other = join(reading.root, "older");
        await reading.again({ from: url, folder: other, files: null });
        expect((await reading.records("members", other)).slice(1, 4).map(({ nickname }) => nickname)).toEqual(
          ["Ada", "ＡＤＡ-3", "老_王"],
        );
        expect(await reading.records("credentials", other)).toContainEqual({
          memberId: 2,
          scheme: "ucenter",
          hash: "9dd4e461268c8034f5c8564e155c67a6",
          salt: "a1b2c3",
          charset: "utf-8",
        });
        expect((await reading.records("contacts", other))[0]).toMatchObject({
          memberId: 1,
          verifiedAt: null,
        });
        const threads = new Map(
          (await reading.records("threads", other)).map((thread) => [thread.id, thread]),
        );
        // Five of 220 characters.
        expect(threads.get(103)).toMatchObject({ freePercent: 2 });
        expect(threads.get(107)!.body).toBe("选一个\n\n[猫.mp4](https://vod.example/cat.mp4)");
        expect(threads.get(100)!.body).toBe("看图 原名 a.png\n\n丢失 原名 lost.png\n\n#旅行#");
        expect(await reading.records("attachments", other)).toEqual([]);
        const site = (await reading.records("entitlements", other)).filter(({ object }) => object === "SITE");
        expect(site.map(({ memberId }) => memberId)).toEqual([1]);
        for (const kind of ["dialogs", "messages", "transactions"] as const)
          expect(await reading.records(kind, other)).toEqual([]);
      });
    },
  );

  onServer("refuses what is no Discuz! Q, and asks which of several forums is meant", async () => {
    await inDatabase(async (ask, url) => {
      const other = join(reading.root, "refused");
      await ask("CREATE TABLE pre_posts (id int PRIMARY KEY, thread_id int, content text)");
      await ask("CREATE TABLE pre_users (id int PRIMARY KEY, username varchar(10))");
      await expect(reading.again({ from: url, folder: other })).rejects.toThrow(
        "This database is none of Discuz! Q",
      );
      await ask("DROP TABLE pre_posts, pre_users");
      await fill(url, statements());
      const [tables] = (await ask("SHOW TABLES")) as [object[]];
      for (const name of tables.map((row) => String(Object.values(row)[0])))
        await ask(`CREATE TABLE ${name.replace("pre_", "old_")} LIKE ${name}`);
      await expect(reading.again({ from: url, folder: other })).rejects.toThrow(
        "name one by ?prefix= at the end of the address: old_, pre_.",
      );
      await expect(reading.again({ from: `${url}?prefix=new_`, folder: other })).rejects.toThrow(
        "no tables of Discuz! Q that begin with new_",
      );
      expect((await reading.again({ from: `${url}?prefix=pre_`, folder: other })).records.members).toBe(9);
    });
    await expect(reading.again({ from: `${reading.database.url}_none` })).rejects.toThrow(
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

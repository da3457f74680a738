import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINE } from "../../support/forum.ts";
import { BCRYPT } from "./peopleRows.ts";
import { DISCUZ_Q, GHOST, LATER, NOON } from "./community.ts";
import { Reading } from "../reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");

let reading: Reading;

beforeAll(async () => {
  if (ENGINE !== "sqlite") reading = await Reading.begin(DISCUZ_Q);
});
afterAll(() => reading?.end());

describe("people", () => {
  onServer("keep their names, unless several had one or it means something else here", async () => {
    const members = await reading.records("members");
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
    expect(reading.remarked("renamed")).toEqual(["users 3", "users 4", "users 7"]);
  });

  onServer("have the group of their newest row, for as long as it lasts", async () => {
    const members = await reading.records("members");
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
      silencedUntil: null,
      silenceReason: "",
      usernameChanges: 0,
      messagesFrom: "EVERYONE",
      followsFrom: "EVERYONE",
      listDensity: "CARDS",
      createdAt: NOON,
      lastSeenAt: null,
      closesAt: null,
    });
    expect(members.map(({ groupId }) => groupId)).toEqual([1, 11, 10, 10, 10, 10, 10, 10, 10]);
    expect(reading.remarked("groups")).toEqual(["users 2", "users 3", "users 4"]);
  });

  onServer("have their pictures, times and states; zero dates are none", async () => {
    const [owner, , , , zero, fish, seventh, ninth] = await reading.records("members");
    expect(owner).toMatchObject({
      avatar: "{avatar}",
      signature: "欢迎",
      lastSeenAt: LATER,
      usernameChanges: 1,
    });
    expect(zero).toMatchObject({ createdAt: NOON, lastSeenAt: null, status: "BANNED", statusReason: "广告" });
    expect(fish).toMatchObject({ avatar: null, status: "FIELDS_MISSING" });
    expect([seventh!.status, ninth!.status]).toEqual(["UNDER_REVIEW", "BANNED"]);
    expect(reading.remarked("states")).toEqual(["users 9"]);
  });

  onServer("sign in as before: by their passwords, and by numbers that nobody else claims", async () => {
    expect(await reading.records("credentials")).toEqual([
      { memberId: 1, scheme: "bcrypt", hash: BCRYPT, salt: "", charset: "utf-8" },
    ]);
    expect(reading.remarked("passwords")).toEqual(["users 4"]);
    expect(await reading.records("contacts")).toEqual([
      { memberId: 1, channel: "SMS", address: "+8613800000001", verifiedAt: NOON },
      { memberId: 2, channel: "SMS", address: "+8613800000002", verifiedAt: null },
      { memberId: 3, channel: "SMS", address: "+8613800000002", verifiedAt: null },
    ]);
    expect(reading.remarked("phones")).toEqual(["users 2", "users 3", "users 4"]);
    expect(await reading.records("wechatAccounts")).toEqual([
      { id: 32, memberId: 2, app: "wx1234567890abcdef", subject: "oMP2", nickname: "ada", createdAt: NOON },
      { id: 35, memberId: 2, app: "union", subject: "uni2", nickname: "ada", createdAt: NOON },
    ]);
    expect(reading.remarked("wechatAccounts")).toEqual(["user_wechats 8", "user_wechats 9"]);
  });

  onServer("follow and block each other once", async () => {
    expect(await reading.records("follows")).toEqual([
      { fromId: 2, toId: 3, createdAt: NOON },
      { fromId: 3, toId: 2, createdAt: NOON },
    ]);
    expect(await reading.records("blocks")).toEqual([{ memberId: 2, blockedId: 5, createdAt: NOON }]);
    expect(reading.remarked("leftOut")).toContain("user_follow 2 88");
  });

  onServer("have groups whose grants mean something here", async () => {
    const groups = await reading.records("groups");
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
    expect(reading.report.remarks["grants"]).toEqual({
      count: 1,
      rows: [{ row: "groups 10", reason: "There is no permission thread.fly here." }],
    });
  });

  onServer("came by whom they came, and have filled in what was asked", async () => {
    expect(await reading.records("invitations")).toEqual([
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
    expect(await reading.records("acceptances")).toEqual([
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
    expect(await reading.records("signInFields")).toEqual([{ ...field, choices: "" }]);
    expect(await reading.records("signInAnswers")).toEqual([
      { ...field, memberId: 6, remark: "", answer: '[{"id":908,"url":"/files/{card}"}]' },
    ]);
  });
});

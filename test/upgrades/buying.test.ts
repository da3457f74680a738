import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { PresetGroup } from "../../server/features/groups/group.entity.ts";
import { endGroups } from "../../server/features/users/paid-groups/groupQueue.service.ts";
import { save } from "../memberships/paidSite.ts";
import { balancesOf, bookkeeping, give } from "../money/books.ts";
import { pay, setPin } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import type { Person } from "../support/person.ts";
import { publish, reply as replyTo } from "../threads/content.ts";
import {
  actingGroup,
  buy,
  buyer,
  groupOrder,
  letDaysPass,
  moveTo,
  offersTo,
  openGroup,
  standing,
  type PaidGroup,
} from "./groupShop.ts";

let forum: Forum;
let admin: Person;
let silver: PaidGroup;
let gold: PaidGroup;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  silver = await openGroup(admin, "Silver", { fee: 1_000, days: 30, permissions: ["viewThreads"] });
  gold = await openGroup(admin, "Gold", { fee: 5_000, days: 10, permissions: ["thread.freeViewPosts"] });
});
afterAll(() => forum.close());

const changeGroup = (change: object): Promise<unknown> =>
  admin.graphql(`mutation ($changes: [GroupChangeInput!]!) { updateGroups(changes: $changes) { id } }`, {
    changes: [change],
  });
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  expect(answer)
    .rejects.toBeDefined()
    .then(() => answer.catch((error: { code: string }) => error.code));

const kindsOfNotifications = async (person: Person): Promise<string[]> => {
  await forum.delivered();
  const { notifications } = await person.graphql(`{ notifications(entry: ACCOUNT) { nodes { kind } } }`);
  return notifications.nodes.map(({ kind }: { kind: string }) => kind);
};

describe("a group that is for sale", () => {
  test("is bought for its price, for its days, and acts at once", async () => {
    const ada = await buyer(forum);
    expect(await offersTo(ada)).toEqual({ Silver: "BUY", Gold: "BUY" });
    const order = await groupOrder(ada, gold);
    expect(order).toMatchObject({ kind: "GROUP", amountCents: 5_000, days: 10, group: { name: "Gold" } });
    expect((await groupOrder(ada, gold)).id).toBe(order.id);
    const may = async (): Promise<boolean> =>
      (await ada.graphql(`{ permissionAnswer(permission: "thread.freeViewPosts") { allowed } }`))
        .permissionAnswer.allowed;
    expect(await may()).toBe(false);
    await pay(ada, order.id);

    expect(await may()).toBe(true);
    expect(await standing(ada)).toBe("Gold until 10");
    expect((await balancesOf(forum, ada)).available).toBe(95_000);
    const { purchases, viewer } = await ada.graphql(
      `{ purchases { nodes { kind method group { name } } } viewer { group { name } walletEntries(first: 1) { nodes { kind balanceChangeCents } } } }`,
    );
    expect(purchases.nodes).toEqual([{ kind: "GROUP", method: "WALLET", group: { name: "Gold" } }]);
    expect(viewer.group.name).toBe("Gold");
    expect(viewer.walletEntries.nodes[0]).toEqual({ kind: "GROUP", balanceChangeCents: -5_000 });
    expect(await bookkeeping(forum)).toEqual([]);
    await checkLedger(forum.app.context());
    expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
  });

  test("ends by the clock, and the group from before returns", async () => {
    const ada = await buyer(forum);
    const before = await actingGroup(ada);
    await buy(ada, gold);
    await letDaysPass(forum, ada, 9);
    expect(await actingGroup(ada)).toBe("Gold");
    await letDaysPass(forum, ada, 1);
    // No job has run.
    expect(await actingGroup(ada)).toBe(before);
    expect((await ada.graphql(`{ viewer { group { name } } }`)).viewer.group.name).toBe(before);
    expect(await offersTo(ada)).toEqual({ Silver: "BUY", Gold: "BUY" });

    await endGroups(forum.app.context());
    expect(await actingGroup(ada)).toBe(before);
    const { user } = await admin.graphql(`query ($id: ID!) { user(id: $id) { groupExpiresAt } }`, {
      id: ada.id,
    });
    expect(user.groupExpiresAt).toBeNull();
    expect(await kindsOfNotifications(ada)).toContain("user.group");
  });

  test("is renewed behind what is left", async () => {
    const ada = await buyer(forum);
    await buy(ada, silver);
    await letDaysPass(forum, ada, 10);
    expect(await offersTo(ada)).toEqual({ Silver: "RENEW", Gold: "UPGRADE" });
    await buy(ada, silver);
    expect(await standing(ada)).toBe("Silver until 50");
    await letDaysPass(forum, ada, 49);
    expect(await actingGroup(ada)).toBe("Silver");
  });

  test("that is higher comes first, and what is left of the lower one goes on afterwards", async () => {
    const ada = await buyer(forum);
    const before = await actingGroup(ada);
    await buy(ada, silver);
    await letDaysPass(forum, ada, 12);
    await buy(ada, gold);
    expect(await standing(ada)).toBe("Gold until 10, Silver 10–28");
    expect(await offersTo(ada)).toEqual({ Silver: null, Gold: "RENEW" });
    await buy(ada, gold);
    expect(await standing(ada)).toBe("Gold until 20, Silver 20–38");

    await letDaysPass(forum, ada, 20);
    expect(await actingGroup(ada)).toBe("Silver");
    expect(await standing(ada)).toBe("Silver until 18");
    await endGroups(forum.app.context());
    expect(await standing(ada)).toBe("Silver until 18");
    await letDaysPass(forum, ada, 18);
    expect(await actingGroup(ada)).toBe(before);
  });

  test("costs at most one statement more per request while the job has not come by", async () => {
    const ada = await buyer(forum);
    await buy(ada, gold);
    const ask = (): Promise<unknown> => ada.graphql(`{ site { viewerGroup { name } } }`);
    const usual = await forum.countSettled(ask);
    await letDaysPass(forum, ada, 11);
    expect((await forum.countSettled(ask)) - usual).toBe(1);
    await endGroups(forum.app.context());
    expect(await forum.countSettled(ask)).toBe(usual);
  });
});

describe("buying a group is refused", () => {
  test("on other terms, and asks again when they have changed before the payment", async () => {
    const bo = await buyer(forum);
    expect(await codeOf(groupOrder(bo, silver, { amountCents: 1 }))).toBe("PRICE_CHANGED");
    expect(await codeOf(groupOrder(bo, silver, { days: 31 }))).toBe("PRICE_CHANGED");
    const order = await groupOrder(bo, silver);
    for (const [changed, restored] of [
      [{ fee: 2_000 }, { fee: 1_000 }],
      [{ days: 7 }, { days: 30 }],
    ]) {
      await changeGroup({ id: silver.id, ...changed });
      expect(await codeOf(pay(bo, order.id))).toBe("PRICE_CHANGED");
      await changeGroup({ id: silver.id, ...restored });
    }
    expect((await balancesOf(forum, bo)).available).toBe(100_000);
    await pay(bo, order.id);
    expect(await standing(bo)).toBe("Silver until 30");
  });

  test("for what is not for sale, what is no group, lower ones, and administrators", async () => {
    const bo = await buyer(forum);
    const order = await groupOrder(bo, silver);
    await changeGroup({ id: silver.id, isForSale: false });
    expect(await offersTo(bo)).toEqual({ Gold: "BUY" });
    expect(await codeOf(groupOrder(bo, silver))).toBe("INVALID_PARAMETER");
    expect(await codeOf(pay(bo, order.id))).toBe("INVALID_PARAMETER");
    await changeGroup({ id: silver.id, isForSale: true });
    expect(await codeOf(groupOrder(bo, { ...silver, id: 10 }))).toBe("INVALID_PARAMETER");
    expect(await codeOf(groupOrder(bo, { ...silver, id: 99_999 }))).toBe("NOT_FOUND");
    expect(await codeOf(groupOrder(bo, silver, { groupId: null }))).toBe("INVALID_PARAMETER");
    await buy(bo, gold);
    expect(await codeOf(groupOrder(bo, silver))).toBe("ALREADY_BOUGHT");
    expect(await codeOf(pay(bo, order.id))).toBe("ALREADY_BOUGHT");
    expect(await codeOf(groupOrder(admin, gold))).toBe("ALREADY_BOUGHT");
    expect(await codeOf(groupOrder(forum.visitor(), gold))).toBe("LOGIN_REQUIRED");
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("without the money, and with a way to pay that is none for it", async () => {
    const poor = await buyer(forum, 999);
    const order = await groupOrder(poor, silver);
    expect(await codeOf(pay(poor, order.id))).toBe("BALANCE_TOO_LOW");
    expect(await codeOf(pay(poor, order.id, { method: "OUTSIDE" }))).toBe("INVALID_PARAMETER");
    expect(await offersTo(poor)).toEqual({ Silver: "BUY", Gold: "BUY" });
  });
});

describe("payments that come together:", () => {
  test("one order is paid once", async () => {
    const bo = await buyer(forum);
    const order = await groupOrder(bo, silver);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => pay(bo, order.id)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await balancesOf(forum, bo)).available).toBe(99_000);
    expect(await standing(bo)).toBe("Silver until 30");
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("two groups are queued, or the lower one is refused, and never lost", async () => {
    const bo = await buyer(forum);
    const orders = [await groupOrder(bo, silver), await groupOrder(bo, gold)];
    const [first, second] = await Promise.allSettled(orders.map(({ id }) => pay(bo, id)));
    expect(second!.status).toBe("fulfilled");
    const isLowerFirst = first!.status === "fulfilled";
    expect(await standing(bo)).toBe(isLowerFirst ? "Gold until 10, Silver 10–40" : "Gold until 10");
    expect((await balancesOf(forum, bo)).available).toBe(isLowerFirst ? 94_000 : 95_000);
    expect(await bookkeeping(forum)).toEqual([]);
  });
});

describe("a paid site", () => {
  test("lets in who buys a group, until it ends", async () => {
    await save(admin, { site_mode: "pay", site_price: "12.5", site_expire: "30" });
    const bo = await buyer(forum);
    const threads = (): Promise<unknown> => bo.graphql(`{ threads { nodes { id } } }`);
    expect(await codeOf(threads())).toBe("JOIN_REQUIRED");
    expect((await bo.get("/my/upgrade")).status).toBe(200);
    expect((await bo.rest("GET", "/api/v3/upgrade.group")).Code).toBe(0);
    await buy(bo, silver);
    await threads();
    await letDaysPass(forum, bo, 30);
    expect(await codeOf(threads())).toBe("JOIN_REQUIRED");
    await save(admin, { site_mode: "public" });
  });
});

test("old clients read the offers with their buttons", async () => {
  const ada = await buyer(forum);
  await buy(ada, silver);
  const { Code, Data } = await ada.rest("GET", "/api/v3/upgrade.group");
  expect(Code).toBe(0);
  expect(Data).toMatchObject([
    { groupId: silver.id, name: "Silver", fee: "10.00", amount: "10.00", level: 1, days: 30, button: 1 },
    { groupId: gold.id, name: "Gold", fee: "50.00", level: 2, days: 10, button: 2 },
  ]);
  expect((await forum.visitor().rest("GET", "/api/v3/upgrade.group")).Code).toBe(-3001);
  const { group } = (await ada.rest("GET", "/api/v3/user")).Data;
  expect(group).toMatchObject({ groupName: "Silver", hasPayGroup: true, level: 1 });
});

test("the file of one's data holds one's groups, and what paid for them", async () => {
  const ada = await buyer(forum);
  const id = await buy(ada, silver);
  const data = await downloadExport(ada);
  expect(data.records("orders")).toMatchObject([
    { kind: "GROUP", groupId: silver.id, days: 30, amountCents: 1_000 },
  ]);
  expect(data.records("entitlements")).toMatchObject([
    { object: "GROUP", groupId: silver.id, source: `order:${id}` },
  ]);
  expect(data.records("members")).toMatchObject([{ groupId: silver.id }]);
});

test("a lost race with an administrator loses no money: whichever comes first, both have happened", async () => {
  const ada = await buyer(forum);
  const order = await groupOrder(ada, silver);
  await Promise.all([pay(ada, order.id), moveTo(admin, ada, 10)]);
  const held = await actingGroup(ada);
  expect(["Silver", await nameOf(10)]).toContain(held);
  expect((await balancesOf(forum, ada)).available).toBe(99_000);
  expect(await bookkeeping(forum)).toEqual([]);
});

describe("a group that may less than the others", () => {
  const GRANT = `mutation ($groupId: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $groupId, permissions: $permissions) }`;
  const permissionsOf = async (groupId: string | number): Promise<string[]> => {
    const { groups } = await admin.graphql(`{ groups { id permissions } }`);
    return groups.find(({ id }: { id: string }) => id === String(groupId)).permissions;
  };

  test.each(["GraphQL", "REST"])("begins with what the default one may, made by %s", async (door) => {
    const usual = await permissionsOf(PresetGroup.MEMBER);
    const inOne = `category${await forum.categoryId()}.thread.essence`;
    const permissions = [...usual, inOne];
    await admin.graphql(GRANT, { groupId: String(PresetGroup.MEMBER), permissions });
    const input = { name: `N${door}` };
    const id =
      door === "REST"
        ? (await admin.rest("POST", "/api/groups.create.v2", input)).Data.id
        : (
            await admin.graphql(`mutation ($input: GroupInput!) { createGroup(input: $input) { id } }`, {
              input,
            })
          ).createGroup.id;
    expect(await permissionsOf(id)).toEqual([...permissions].sort());
    await admin.graphql(GRANT, { groupId: String(PresetGroup.MEMBER), permissions: usual });
  });

  test.each(["GraphQL", "REST"])("takes nothing from who buys it, asked by %s", async (door) => {
    const categoryId = await forum.categoryId();
    const inOne = ["viewThreads", "thread.viewPosts", "thread.reply"].map(
      (key) => `category${categoryId}.${key}`,
    );
    const ada = await forum.join(await forum.group([...inOne, ...["order.create", "trade.pay.order"]]));
    await give(forum, ada, 10_000);
    await setPin(ada);
    const { id } = await publish(await forum.member(), { categoryId });
    const poor = await openGroup(admin, door, { fee: 1_000, days: 10 });
    await admin.graphql(GRANT, { groupId: String(poor.id), permissions: ["createThreadWithCaptcha"] });
    const usual = await permissionsOf(PresetGroup.MEMBER);
    await admin.graphql(GRANT, { groupId: String(PresetGroup.MEMBER), permissions: ["thread.favorite"] });
    await changeGroup({ id: String(silver.id), isForSale: false });
    const lacks = async (): Promise<string[]> => {
      const { site } = await ada.graphql(`{ site { viewerPermissions { permission allowed } } }`);
      const of = site.viewerPermissions as { permission: string; allowed: boolean }[];
      return of.filter(({ allowed }) => !allowed).map(({ permission }) => permission);
    };
    const reply = async (): Promise<unknown> => {
      if (door === "REST")
        return (await ada.rest("POST", "/api/v3/posts.create", { id: Number(id), content: "Fine" })).Code;
      await replyTo(ada, id);
      return 0;
    };
    const before = await lacks();
    expect(await reply()).toBe(0);

    await buy(ada, poor);
    expect(await actingGroup(ada)).toBe(poor.name);
    expect(await reply()).toBe(0);
    // What the default group may is theirs as well, and nobody has to solve what they had not to before.
    const after = await lacks();
    expect(before).toEqual(expect.arrayContaining(after));
    expect(after).not.toContain("thread.favorite");
    const asked = await ada.graphql(`{ captchaChallenge(purpose: PUBLISH) }`);
    expect(asked.captchaChallenge).toBeNull();

    await letDaysPass(forum, ada, 11);
    expect(await lacks()).toEqual(before);
    expect(await reply()).toBe(0);
    await admin.graphql(GRANT, { groupId: String(PresetGroup.MEMBER), permissions: usual });
  });
});

async function nameOf(groupId: number): Promise<string> {
  const { groups } = await admin.graphql(`{ groups { id name } }`);
  return groups.find(({ id }: { id: string }) => id === String(groupId)).name;
}

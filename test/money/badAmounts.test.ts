import { afterAll, beforeAll, expect, test } from "vitest";
import { reply } from "../threads/content.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { give } from "./books.ts";
import { openTips, PIN, sell, setPin, TRADING } from "./shop.ts";

/** Wrong amounts at every door that takes one: a clear refusal, and nothing has moved. */
const WRONG = [0, -1, 0.001, "1e3", "1,00", "１２", "12", 2 ** 53 + 2, null] as const;
const WRONG_TEXTS = ["0", "-1", "0.001", "1e3", "1,00", "１２", "9007199254740993", ""] as const;

let forum: Forum;
let admin: Person;
let ada: Person;
let client: OldClient;
let owner: OldClient;
let soldId: string;
let bountyPostId: string;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  await openTips(admin);
  ada = await forum.member(...TRADING, "thread.insertReward", "thread.insertRedPacket", "cash.create");
  await give(forum, ada, 100_000);
  await setPin(ada);
  client = await OldClient.of(forum, ada);
  owner = await OldClient.of(forum, admin);
  categoryId = await forum.categoryId();
  soldId = await sell(forum, await forum.member(...TRADING));
  const offered = await publish({ bounty: { amountCents: 300, endsAt: inDays(2), payPassword: PIN } });
  bountyPostId = (await reply(await forum.member(), offered)).id;
});
afterAll(() => forum.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function publish(more: object): Promise<string> {
  const input = { categoryId, title: "Bread", body: "Beginning. The rest.", ...more };
  const document = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  return (await ada.graphql(document, { input })).publishThread.id;
}
const mutate = (name: string, type: string, input: object, who = ada) =>
  who.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

/** All that could have been stored by a call that was not refused. */
async function stored(): Promise<unknown> {
  const tables = ["money_transactions", "orders", "threads", "drafts", "withdrawals", "payments", "groups"];
  const counts = await Promise.all(
    tables.map(async (table) => (await forum.rows(`SELECT COUNT(*) AS n FROM \`${table}\``))[0]!["n"]),
  );
  const prices = await forum.rows("SELECT tag, value FROM settings WHERE `key` = 'site_price'");
  return [counts.map(Number), prices];
}

type Door<Answer> = (amount: unknown) => Promise<Answer>;
type Rows<Answer> = readonly (readonly [what: string, door: Door<Answer>, allowed?: readonly unknown[]])[];
const DOORS: Rows<unknown> = [
  [
    "an order of a thread",
    (amountCents) =>
      mutate("createOrder", "CreateOrderInput", { kind: "THREAD", threadId: soldId, amountCents }),
  ],
  [
    "a tip",
    (amountCents) =>
      mutate("createOrder", "CreateOrderInput", { kind: "TIP", threadId: soldId, amountCents }),
  ],
  ["the price of a thread", (priceCents) => publish({ priceCents }), [0, null]],
  [
    "a red packet",
    (amountCents) =>
      publish({
        redPacket: { rule: "FIXED", claimBy: "REPLY", shareCount: 1, amountCents, payPassword: PIN },
      }),
  ],
  ["a bounty", (amountCents) => publish({ bounty: { amountCents, endsAt: inDays(2), payPassword: PIN } })],
  [
    "a question",
    (amountCents) =>
      publish({ question: { userId: String(admin.id), amountCents, hasOnlookers: false, payPassword: PIN } }),
  ],
  [
    "a part of a bounty",
    (amountCents) => mutate("giveBounty", "GiveBountyInput", { postId: bountyPostId, amountCents }),
  ],
  [
    "a withdrawal",
    (amountCents) =>
      mutate("requestWithdrawal", "RequestWithdrawalInput", {
        amountCents,
        receiveAccount: "Bank",
        payPassword: PIN,
      }),
  ],
  [
    "a top-up",
    (amountCents) => mutate("startPayment", "StartPaymentInput", { provider: "SANDBOX", amountCents }),
  ],
  // Below zero takes back.
  [
    "an adjustment",
    (amountCents) =>
      mutate(
        "adjustWallet",
        "AdjustWalletInput",
        { userId: String(ada.id), amountCents, reason: "R" },
        admin,
      ),
    [-1],
  ],
];

test.each(DOORS.map((row) => [row[0], row] as const))(
  "%s of what is no amount is refused by GraphQL",
  async (_what, [, door, allowed = []]) => {
    const before = await stored();
    for (const amount of WRONG.filter((each) => !allowed.includes(each)))
      await expect(door(amount), String(amount)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect(await stored()).toEqual(before);
  },
);

const written = (tomId: number, body: object) => ({
  title: "Bread",
  categoryId: Number(categoryId),
  payPassword: PIN,
  content: { text: "For all", indexes: { [tomId]: { tomId, operation: "create", body } } },
});
const ordered = (type: number, amount: unknown) =>
  client.post("/api/v3/order.create", { isAnonymous: 0, type, threadId: Number(soldId), amount });
const OLD_DOORS: Rows<{ Code: number }> = [
  ["an order of a thread", (amount) => ordered(3, amount)],
  ["a tip", (amount) => ordered(2, amount)],
  [
    "a withdrawal",
    (cashApplyAmount) =>
      client.post("/api/v3/wallet/cash", { cashApplyAmount, receiveAccount: "Bank", payPassword: PIN }),
  ],
  [
    "the price of a thread",
    (price) =>
      client.post("/api/v3/thread.create", {
        ...written(0, {}),
        content: { text: "For all", indexes: {} },
        price,
      }),
    ["0", ""],
  ],
  [
    "a red packet",
    (price) =>
      client.post(
        "/api/v3/thread.create",
        written(106, { condition: 0, likenum: 0, number: 1, rule: 1, price }),
      ),
  ],
  [
    "a bounty",
    (price) =>
      client.post(
        "/api/v3/thread.create",
        written(107, { type: 0, expiredAt: inDays(2).slice(0, 19).replace("T", " "), price }),
      ),
  ],
  [
    "a part of a bounty",
    (rewards) => client.post("/api/v3/posts.reward", { postId: Number(bountyPostId), rewards }),
  ],
  [
    "the price of a group",
    (fee) =>
      owner.post("/api/groups.create.v2", {
        name: "Gold",
        type: "",
        color: "",
        icon: "",
        isPaid: 1,
        fee,
        days: 30,
      }),
  ],
  [
    "the price of the site",
    (value) => owner.post("/api/settings.v2", [{ key: "site_price", value, tag: "default" }]),
    ["0", ""],
  ],
];

test.each(OLD_DOORS.map((row) => [row[0], row] as const))(
  "%s of what is no amount is refused to old clients",
  async (_what, [, door, allowed = []]) => {
    const before = await stored();
    for (const amount of WRONG_TEXTS.filter((each) => !allowed.includes(each)))
      expect([-4001, -5001], String(amount)).toContain((await door(amount)).Code);
    expect(await stored()).toEqual(before);
  },
);

test("shares above the whole are refused, of the site as of an inviter", async () => {
  const before = await forum.rows("SELECT scale FROM `groups` ORDER BY id");
  const share = (key: string, value: string) =>
    owner.post("/api/settings.v2", [{ key, value, tag: "default" }]);
  for (const value of ["11", "-1", "10.5"])
    expect((await share("site_master_scale", value)).Code).toBe(-4001);
  const group = { id: 10, name: "Members", type: "", isSubordinate: true, isCommission: true };
  for (const scale of [11, -1, 10.01])
    expect((await owner.post("/api/groups/batchupdate.v2", { data: [{ ...group, scale }] })).Code).toBe(
      -4001,
    );
  expect(await forum.rows("SELECT scale FROM `groups` ORDER BY id")).toEqual(before);
});

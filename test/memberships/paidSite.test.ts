import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { WARN_OF_SITE_END } from "../../server/features/memberships/warning.service.ts";
import { OutboxRow } from "../../server/features/outbox/outbox.entity.ts";
import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { balancesOf, bookkeeping } from "../money/books.ts";
import { pay, PIN } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { join, joinOrder, letPass, openPaidSite, save, unpaidMember } from "./paidSite.ts";

const SECRET = "kanarijoin";
const TERMS = `{ joinTerms { priceCents days viewerMustJoin viewerCanRenew viewerEndsAt } }`;
const DAY_MS = 86_400_000;

let forum: Forum;
let admin: Person;
let threadId: string;
let authorId: number;
let picture: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  const author = await forum.member();
  authorId = author.id;
  const { id, url } = await author.upload("bread.png", PIXEL);
  picture = url;
  const { publishThread } = await author.graphql(
    `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
    {
      input: {
        categoryId: await forum.categoryId(),
        title: `Bread ${SECRET}`,
        body: `Flour ${SECRET}`,
        attachmentIds: [id],
      },
    },
  );
  threadId = publishThread.id;
  await forum.searchable();
  await openPaidSite(admin);
});
afterAll(() => forum.close());

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const pastRules = (sql: string, values: (string | number | Date)[]) =>
  forum.write((ctx) => ctx.db.query(sql, values as never));

/** Codes of both APIs, statuses of pages and files; "open" where the content comes. */
const DOORS: Readonly<Record<string, (person: Person) => Promise<string>>> = {
  "a list": (person) => ask(person, `{ threads { nodes { title } } }`),
  "a thread": (person) => ask(person, `{ thread(id: ${threadId}) { title body } }`),
  "the search": (person) => ask(person, `{ search(query: "${SECRET}") { nodes { snippet } } }`),
  "the categories": (person) => ask(person, `{ categories { id } }`),
  members: (person) => ask(person, `{ user(id: ${authorId}) { nickname } }`),
  "a reply": (person) =>
    ask(person, `mutation { replyToThread(input: {threadId: ${threadId}, body: "Yes."}) { id } }`),
  "the old list": async (person) => envelope(await person.rest("GET", "/api/v3/thread.list")),
  "the old thread": async (person) =>
    envelope(await person.rest("GET", `/api/v3/thread.detail?threadId=${threadId}`)),
  "the page of the thread": async (person) => page(await person.get(`/thread/${threadId}`)),
  home: async (person) => page(await person.get("/")),
  "a picture": async (person) => ((await person.get(picture)).status === 200 ? "open" : "shut"),
};

async function ask(person: Person, query: string): Promise<string> {
  const { errors } = (await person.post("/graphql", { query })).json() as {
    errors?: { extensions: { code: string; legacyCode: number } }[];
  };
  return errors ? `${errors[0]!.extensions.code} ${errors[0]!.extensions.legacyCode}` : "open";
}

const envelope = ({ Code }: { Code: number }): string => (Code === 0 ? "open" : String(Code));
const page = ({ status, headers, text }: Awaited<ReturnType<Person["get"]>>): string =>
  status === 200 ? holds(text) : `${status} ${String(headers["location"])}`;
const holds = (text: string): string => (text.includes(SECRET) ? "open" : "shut");

/** The doors' answers to who has to join first. */
const shutDoors = (): Readonly<Record<keyof typeof DOORS, string>> => ({
  "a list": "JOIN_REQUIRED -3006",
  "a thread": "JOIN_REQUIRED -3006",
  "the search": "JOIN_REQUIRED -3006",
  "the categories": "JOIN_REQUIRED -3006",
  members: "JOIN_REQUIRED -3006",
  "a reply": "JOIN_REQUIRED -3006",
  "the old list": "-3006",
  "the old thread": "-3006",
  "the page of the thread": `302 /forum/partner-invite?next=${encodeURIComponent(`/thread/${threadId}`)}`,
  home: "302 /forum/partner-invite",
  "a picture": "shut",
});

describe("who has not joined is kept out at every door:", () => {
  const people: Readonly<Record<string, () => Promise<Person>>> = {
    "a visitor": () => Promise.resolve(forum.visitor()),
    "a member who has not paid": () => unpaidMember(forum),
    "a member whose days are over": async () => {
      const person = await unpaidMember(forum);
      await join(person);
      await letPass(forum, person, 30);
      return person;
    },
  };
  test.each(Object.keys(people))("%s", async (who) => {
    const person = await people[who]!();
    const shut = shutDoors();
    for (const [door, open] of Object.entries(DOORS))
      expect([door, await open(person)]).toEqual([door, shut[door]]);
    for (const path of ["/rss.xml", "/atom.xml", `/thread/${threadId}/rss.xml`])
      expect((await person.get(path)).text).not.toContain(SECRET);
    expect((await person.get("/sitemap.xml")).text).not.toContain("/thread/");
    expect((await person.get("/forum/partner-invite")).status).toBe(200);
  });
});

test.each([
  ["a visitor", () => Promise.resolve(forum.visitor())],
  ["a member who has not paid", () => unpaidMember(forum)],
])(
  "the join page of old clients is answered to %s, without a text and without a member's list",
  async (_who, of) => {
    const person = await of();
    const get = (path: string) => person.rest("GET", `/api/v3/${path}`);
    const home = await get("thread.list?scope=3&page=2&perPage=50&filter[search]=nothing");
    expect(home).toMatchObject({ Code: 0, Data: { currentPage: 1, perPage: 10 } });
    const titled = home.Data.pageData.find(({ title }: { title: string }) => title === `Bread ${SECRET}`);
    expect(titled).toMatchObject({ content: { text: "", indexes: {} } });
    expect(JSON.stringify(home)).not.toContain("Flour");
    expect(JSON.stringify(home)).not.toContain(picture);
    const listed = await get("users.list?page=9&perPage=50&filter[nickname]=nobody");
    expect(listed).toMatchObject({ Code: 0, Data: { currentPage: 1, perPage: 10 } });
    expect(listed.Data.pageData[0]).toHaveProperty("nickname");
    for (const [path, Data] of [
      [`posts.list?filter[thread]=${threadId}`, { pageData: [], totalCount: 0 }],
      [`follow.list?filter[userId]=${authorId}`, { pageData: [], totalCount: 0 }],
      [`view.count?threadId=${threadId}`, { viewCount: 0 }],
      ["thread.stick", []],
      ["thread.recommends", []],
    ] as const)
      expect(await get(path)).toMatchObject({ Code: 0, Data });
    expect((await get("thread.typelist")).Data).not.toEqual([]);
    for (const scope of [0, 1, 2]) expect((await get(`thread.list?scope=${scope}`)).Code).toBe(-3006);
  },
);

test("categories that visitors may not list are not on the join page of old clients", async () => {
  const grants = "groupId = 7 AND permission = 'viewThreads'";
  await pastRules(`DELETE FROM group_permissions WHERE ${grants}`, []);
  invalidateGroups(forum.app.context());
  const home = await forum.visitor().rest("GET", "/api/v3/thread.list?scope=3");
  expect(JSON.stringify(home)).not.toContain(SECRET);
  expect(home.Code).not.toBe(-3006);
  await pastRules("INSERT INTO group_permissions (groupId, permission) VALUES (7, 'viewThreads')", []);
  invalidateGroups(forum.app.context());
});

describe("who belongs here reads on:", () => {
  const people: Readonly<Record<string, () => Promise<Person>>> = {
    "a member who has paid": async () => {
      const person = await unpaidMember(forum);
      await join(person);
      return person;
    },
    "a member on the last day": async () => {
      const person = await unpaidMember(forum);
      await join(person);
      await letPass(forum, person, 29);
      return person;
    },
    "a moderator": () => forum.moderator(),
    "a member of a paid group": async () => {
      const person = await forum.member();
      await pastRules("UPDATE `groups` SET isPaid = 1 WHERE id = ?", [person.credentials!.groupId]);
      return person;
    },
    "an administrator": () => forum.admin(),
  };
  test.each(Object.keys(people))("%s", async (who) => {
    const person = await people[who]!();
    invalidateGroups(forum.app.context());
    for (const [door, open] of Object.entries(DOORS))
      expect([door, await open(person)]).toEqual([door, "open"]);
  });
});

describe("joining", () => {
  test("costs what the terms say, lasts so long, and goes to the site", async () => {
    const ada = await unpaidMember(forum, 2_000);
    expect((await ada.graphql(TERMS)).joinTerms).toEqual({
      priceCents: 1250,
      days: 30,
      viewerMustJoin: true,
      viewerCanRenew: false,
      viewerEndsAt: null,
    });
    const order = await joinOrder(ada);
    expect(order).toMatchObject({ kind: "REGISTRATION", amountCents: 1250, days: 30, state: "PENDING" });
    expect((await joinOrder(ada)).id).toBe(order.id);
    await pay(ada, order.id);

    const { joinTerms } = await ada.graphql(TERMS);
    expect(joinTerms).toMatchObject({ viewerMustJoin: false, viewerCanRenew: true });
    expect(daysUntil(joinTerms.viewerEndsAt)).toBeCloseTo(30, 1);
    expect((await balancesOf(forum, ada)).available).toBe(750);
    const { purchases, viewer } = await ada.graphql(
      `{ purchases { nodes { kind amountCents thread { id } } } viewer { walletEntries(first: 1) { nodes { kind balanceChangeCents } } } }`,
    );
    expect(purchases.nodes).toEqual([{ kind: "REGISTRATION", amountCents: 1250, thread: null }]);
    expect(viewer.walletEntries.nodes[0]).toEqual({ kind: "MEMBERSHIP", balanceChangeCents: -1250 });
    expect(await bookkeeping(forum)).toEqual([]);
    await checkLedger(forum.app.context());
    expect((await admin.graphql(`{ funds { violations } }`)).funds.violations).toEqual([]);
  });

  test("is refused twice, on other terms, without a price, and to who belongs here anyway", async () => {
    const bo = await unpaidMember(forum);
    await expect(joinOrder(bo, { amountCents: 1 })).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    await expect(joinOrder(bo, { days: null })).rejects.toMatchObject({ code: "PRICE_CHANGED" });
    await expect(joinOrder(bo, { kind: "RENEWAL" })).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    await join(bo);
    await expect(joinOrder(bo)).rejects.toMatchObject({ code: "ALREADY_BOUGHT", legacyCode: -4003 });
    await expect(joinOrder(await forum.moderator())).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    await expect(joinOrder(forum.visitor())).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    const saving = save(admin, { site_price: "0.05" });
    await expect(saving).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("asks again if price or days have changed before the payment", async () => {
    const bo = await unpaidMember(forum);
    const order = await joinOrder(bo);
    for (const [changed, restored] of [
      [{ site_price: "20" }, { site_price: "12.5" }],
      [{ site_expire: "10" }, { site_expire: "30" }],
    ] as const) {
      await save(admin, changed);
      await expect(pay(bo, order.id)).rejects.toMatchObject({ code: "PRICE_CHANGED" });
      await save(admin, restored);
    }
    expect((await balancesOf(forum, bo)).available).toBe(10_000);
    await pay(bo, order.id);
    expect((await bo.graphql(TERMS)).joinTerms.viewerMustJoin).toBe(false);
  });

  test("is paid once, however many payments come together", async () => {
    const bo = await unpaidMember(forum);
    const order = await joinOrder(bo);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => pay(bo, order.id)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await balancesOf(forum, bo)).available).toBe(8_750);
    expect(await periodsOf(bo)).toBe(1);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("needs the money and the pay password", async () => {
    const poor = await unpaidMember(forum, 1_000);
    const order = await joinOrder(poor);
    await expect(pay(poor, order.id)).rejects.toMatchObject({ code: "BALANCE_TOO_LOW" });
    await expect(pay(poor, order.id, { payPassword: "000000" })).rejects.toMatchObject({
      code: "PAY_PASSWORD_WRONG",
    });
    expect((await poor.graphql(TERMS)).joinTerms.viewerMustJoin).toBe(true);
  });
});

describe("renewing", () => {
  const renewal = { kind: "RENEWAL" } as const;

  test("adds its days behind those that are left", async () => {
    const ada = await unpaidMember(forum);
    await join(ada);
    await letPass(forum, ada, 10);
    await pay(ada, (await joinOrder(ada, renewal)).id);
    expect(daysUntil((await ada.graphql(TERMS)).joinTerms.viewerEndsAt)).toBeCloseTo(50, 1);
    await letPass(forum, ada, 25);
    expect((await ada.graphql(TERMS)).joinTerms.viewerMustJoin).toBe(false);
    await letPass(forum, ada, 25);
    expect((await ada.graphql(TERMS)).joinTerms.viewerMustJoin).toBe(true);
  });

  test("that comes late begins at once, and renewals that come together are queued", async () => {
    const ada = await unpaidMember(forum);
    await join(ada);
    await letPass(forum, ada, 45);
    await join(ada);
    expect(daysUntil((await ada.graphql(TERMS)).joinTerms.viewerEndsAt)).toBeCloseTo(30, 1);

    const first = await joinOrder(ada, renewal);
    await save(admin, { site_expire: "60" });
    const second = await joinOrder(ada, { ...renewal, days: 60 });
    await save(admin, { site_expire: "30" });
    await Promise.all([
      pay(ada, first.id),
      expect(pay(ada, second.id)).rejects.toMatchObject({ code: "PRICE_CHANGED" }),
    ]);
    expect(daysUntil((await ada.graphql(TERMS)).joinTerms.viewerEndsAt)).toBeCloseTo(60, 1);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("is warned of three days before the end, unless it has happened", async () => {
    const [ada, bo] = [await unpaidMember(forum), await unpaidMember(forum)];
    for (const person of [ada, bo]) await join(person);
    await pay(bo, (await joinOrder(bo, renewal)).id);
    await forum.write((ctx) => ctx.db.update(OutboxRow, { name: WARN_OF_SITE_END }, { dueAt: new Date(0) }));
    await forum.delivered();
    const warnings = async (person: Person): Promise<number> => {
      const { notifications } = await person.graphql(`{ notifications(entry: ACCOUNT) { nodes { kind } } }`);
      return notifications.nodes.filter(({ kind }: { kind: string }) => kind === "system.user.group.expired")
        .length;
    };
    expect(await warnings(ada)).toBe(1);
    expect(await warnings(bo)).toBe(1);
  });
});

describe("before joining", () => {
  test("members keep their account, wallet and sessions", async () => {
    const bo = await unpaidMember(forum);
    expect(
      await ask(
        bo,
        `{ viewer { id nickname wallet { balanceCents } } sessions { id } unreadCounts { total } }`,
      ),
    ).toBe("open");
    expect(await ask(bo, `mutation { changeUsername(username: "abcdefgh") }`)).not.toBe("open");
    for (const path of ["/wallet", "/wallet/recharge", "/my/settings", "/my/buy", "/user/agreement"])
      expect([path, (await bo.get(path)).status]).toEqual([path, 200]);
    expect((await bo.get("/my/renew")).headers["location"]).toBe("/forum/partner-invite");
    expect((await bo.rest("GET", "/api/v3/forum")).Data.setSite).toMatchObject({
      siteMode: "pay",
      sitePrice: "12.5",
      siteExpire: "30",
    });
    const { Data } = await bo.rest("GET", "/api/v3/user");
    expect(Data).toMatchObject({ paid: false, expiredAt: null });
    await pay(bo, (await joinOrder(bo)).id, { payPassword: PIN });
    expect((await bo.rest("GET", "/api/v3/user")).Data).toMatchObject({ paid: true, expiredDays: 30 });
    expect((await bo.rest("GET", "/api/v3/user")).Data.expiredAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test("grants of the unpaid group open nothing that is sold", async () => {
    await pastRules("INSERT INTO group_permissions (groupId, permission) VALUES (6, ?)", ["viewThreads"]);
    await pastRules("INSERT INTO group_permissions (groupId, permission) VALUES (6, ?)", [
      "thread.viewPosts",
    ]);
    const bo = await unpaidMember(forum);
    expect(await DOORS["a thread"]!(bo)).toBe("JOIN_REQUIRED -3006");
    expect(await DOORS["a picture"]!(bo)).toBe("shut");
    await pastRules("DELETE FROM group_permissions WHERE groupId = 6 AND permission IN (?, ?)", [
      "viewThreads",
      "thread.viewPosts",
    ]);
  });

  test("a price for good never ends, and cannot be renewed", async () => {
    await save(admin, { site_expire: "0" });
    const ada = await unpaidMember(forum);
    await pay(ada, (await joinOrder(ada, { days: null })).id);
    expect((await ada.graphql(TERMS)).joinTerms).toMatchObject({
      days: null,
      viewerMustJoin: false,
      viewerCanRenew: false,
      viewerEndsAt: null,
    });
    const again = joinOrder(ada, { kind: "RENEWAL", days: null });
    await expect(again).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
    await save(admin, { site_expire: "30" });
  });

  test("a site that is public again lets everybody in, and sells nothing", async () => {
    const bo = await unpaidMember(forum);
    await save(admin, { site_mode: "public" });
    expect(await DOORS["a thread"]!(forum.visitor())).toBe("open");
    expect((await bo.graphql(TERMS)).joinTerms).toBeNull();
    await expect(joinOrder(bo)).rejects.toMatchObject({ code: "ALREADY_BOUGHT" });
  });
});

const daysUntil = (time: string): number => (Date.parse(time) - Date.now()) / DAY_MS;

async function periodsOf({ id }: Person): Promise<number> {
  const periods = await forum.rows("SELECT id FROM entitlements WHERE userId = ? AND objectKind = 'SITE'", [
    id,
  ]);
  return periods.length;
}

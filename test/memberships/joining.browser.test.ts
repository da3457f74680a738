import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { balancesOf } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { join, openPaidSite, unpaidMember } from "./paidSite.ts";

/** Joining a paid site and staying, as people do it. */
const SECRET = "酵母要养三天";

let forum: Forum;
let browser: Browser;
let admin: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  const input = { categoryId: await forum.categoryId(), title: "面包的秘密", body: SECRET };
  const { publishThread } = await admin.graphql(
    `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
    { input },
  );
  threadId = publishThread.id;
  // A page that the cache has from before must not be shown any more.
  expect((await forum.visitor().get(`/thread/${threadId}`)).text).toContain(SECRET);
  await openPaidSite(admin);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP, "newcomer"],
  ["a phone", PHONE, "newphone"],
])(
  "a new member is led to the join page, pays, and reads what they came for, on %s",
  async (_device, size, name) => {
    const page = await browser.openPage(size);
    await visit(page, `/thread/${threadId}`);
    expect(new URL(page.url()).pathname).toBe("/forum/partner-invite");
    await page.getByText("¥12.50").first().waitFor();
    await page.getByText("30 天").waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await expectNoViolations(page, "visitor");

    await page.getByRole("main").getByRole("link", { name: "注册" }).click();
    await page.getByLabel("用户名").fill(name);
    await page.getByLabel("昵称").fill(name);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "注册" }).click();
    await page.waitForURL((url) => url.pathname === "/forum/partner-invite");
    await ready(page);
    const { members } = await admin.graphql(`query ($q: String) { members(query: $q) { nodes { id } } }`, {
      q: name,
    });
    const id = members.nodes[0].id;
    await admin.graphql(
      `mutation ($id: ID!) { adjustWallet(input: {userId: $id, amountCents: 2000, reason: "Welcome"}) { id } }`,
      { id },
    );

    await page.getByRole("button", { name: "支付 ¥12.50 加入" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("支付密码").fill(PIN);
    await dialog.getByLabel("再输一次").fill(PIN);
    await dialog.getByRole("button", { name: "设置支付密码" }).click();
    await dialog.getByRole("button", { name: "支付 ¥12.50" }).waitFor();
    await dialog.getByLabel("支付密码").fill(PIN);
    await dialog.getByRole("button", { name: "支付 ¥12.50" }).click();

    await page.waitForURL((url) => url.pathname === `/thread/${threadId}`);
    await page.getByText(SECRET).waitFor();
    expect((await balancesOf(forum, { id: Number(id) } as Person)).available).toBe(750);
  },
);

test("a member adds to their days, and finds what they bought", async () => {
  const ada = await unpaidMember(forum);
  await join(ada);
  const page = await browser.openPage({ ...DESKTOP, person: ada });
  await visit(page, "/my/renew");
  await page.getByText("你的成员资格有效至").waitFor();
  await expectNoViolations(page, "renewal");
  await page.getByRole("button", { name: "支付 ¥12.50 续费" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByRole("button", { name: "支付 ¥12.50" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await balancesOf(forum, ada)).available).toBe(7_500);
  await visit(page, "/my/buy");
  await page.getByRole("link", { name: "站点续费" }).waitFor();
  await visit(page, "/wallet");
  await page.getByText("加入付费站点或续费").first().waitFor();
});

test("who follows a link while their days are over is led to the join page", async () => {
  const bo = await unpaidMember(forum);
  const page = await browser.openPage({ ...DESKTOP, person: bo });
  await visit(page, "/wallet");
  await page.locator('header a[href="/"]').first().click();
  await page.waitForURL((url) => url.pathname === "/forum/partner-invite");
  await page.getByRole("button", { name: "支付 ¥12.50 加入" }).waitFor();
});

test("administrators find the orders of those who joined", async () => {
  const ada = await unpaidMember(forum);
  await join(ada);
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/orders");
  await page.getByRole("link", { name: ada.nickname }).waitFor();
  await page.getByRole("table").getByText("加入站点").first().waitFor();
});

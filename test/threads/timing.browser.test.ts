import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { composer, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "./content.ts";

/** A moderator slows a thread down and plans its lock; who replies sees both. */
let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const ITEM = "自动锁定与慢速回复……";
const openDialog = async (page: Page, title: string): Promise<void> => {
  await page
    .getByRole("article", { name: title })
    .getByRole("button", { name: /管理|更多/ })
    .click();
  await page.getByRole("menuitem", { name: ITEM }).click();
};

test.each([
  ["电脑", DESKTOP],
  ["手机", PHONE],
] as const)(
  "a moderator slows replies and plans the lock on a %s, and members are told",
  async (name, size) => {
    const [author, member, moderator] = [await forum.member(), await forum.member(), await forum.moderator()];
    const title = `热烈讨论的帖子（${name}）`;
    const { id } = await publish(author, { categoryId: await forum.categoryId(), title });
    const page = await browser.openPage({ ...size, person: moderator });
    await visit(page, `/thread/${id}`);
    await openDialog(page, title);
    const dialog = page.getByRole("dialog", { name: "自动锁定与慢速回复" });
    await dialog.getByText("没有新回复时").click();
    await dialog.getByLabel("多久没有新回复").selectOption("14 天");
    await dialog.getByLabel(/^慢速回复/).selectOption("15 分钟");
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: "保存" }).click();
    await dialog.waitFor({ state: "detached" });

    const reader = await browser.openPage({ ...size, person: member });
    await visit(reader, `/thread/${id}`);
    const field = await composer(reader);
    await reader.getByText("慢速回复：每人每 15 分钟可回复一次。").waitFor();
    await reader.getByText(/^14 天没有新回复就会自动锁定，目前是 \d{4}-/).waitFor();
    await expectNoViolations(reader);
    await field.fill("第一条回复");
    await reader.locator("#reply").getByRole("button", { name: "回复", exact: true }).click();
    await reader.getByText(/你在 \d{4}-\d\d-\d\d \d\d:\d\d 之后可以再回复/).waitFor();
    await (await composer(reader)).fill("第二条回复");
    await reader.locator("#reply").getByRole("button", { name: "回复", exact: true }).click();
    await reader.getByText("这个帖子限制了回复频率，请 15 分钟后再回复。写下的内容还在这里。").waitFor();

    await openDialog(page, title);
    await dialog.getByText("到指定时间").click();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await dialog.getByLabel("到指定时间").last().fill(tomorrow);
    await dialog.getByLabel(/^慢速回复/).selectOption("不限制");
    await dialog.getByRole("button", { name: "保存" }).click();
    await dialog.waitFor({ state: "detached" });
    const read = `query ($id: ID!) { thread(id: $id) { closesAt closesAfterDays slowModeSeconds } }`;
    const { thread } = await member.graphql(read, { id });
    expect(thread).toMatchObject({ closesAfterDays: null, slowModeSeconds: 0 });
    expect(thread.closesAt).not.toBeNull();
    await visit(reader, `/thread/${id}`);
    await composer(reader);
    await reader.getByText(/^这个帖子将在 \d{4}-\d\d-\d\d \d\d:\d\d 自动锁定。/).waitFor();
  },
);

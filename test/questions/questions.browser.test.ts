import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { editor, visit } from "../journeys/steps.ts";
import { balancesOf } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { answer, ask, askerOf, setOnlookerPrice } from "./asking.ts";

/** Asking one member for a price, answering, and looking on, as people do it. */

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  await setOnlookerPrice(await forum.admin(), "1");
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const SIZES = [
  ["a desk", DESKTOP],
  ["a phone", PHONE],
] as const;

test.each(SIZES)(
  "a member asks another for a price, who answers and is paid, on %s",
  async (device, size) => {
    const [asker, expert] = [await askerOf(forum), await forum.member()];
    const page = await browser.openPage({ ...size, person: asker });
    await visit(page, `/thread/post?category=${await forum.categoryId()}`);
    await page.getByRole("textbox", { name: "标题" }).fill(device === "a desk" ? "盐放多少" : "火开多大");
    await (await editor(page)).fill("请教一下");
    await page.getByText("向指定成员付费提问", { exact: true }).click();
    await page.getByLabel("回答者昵称").fill("没有这个人");
    await page.getByText("没有找到这位成员").waitFor();
    await page.getByLabel("回答者昵称").fill(expert.nickname);
    await page.getByText("没有找到这位成员").waitFor({ state: "detached" });
    await page.getByLabel("酬金（元）").fill("8");
    await expectNoViolations(page, "form");
    await page.getByRole("button", { name: "发布", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("支付密码").fill(PIN);
    await dialog.getByRole("button", { name: "支付 ¥8.00 并发布" }).click();
    await page.waitForURL(/\/thread\/\d+$/);
    const box = page.getByRole("complementary", { name: "付费问答" });
    await box.getByText("等待回答").waitFor();
    await box.getByRole("link", { name: `向 ${expert.nickname} 提问` }).waitFor();
    await box.getByText("¥8.00").waitFor();
    expect(await balancesOf(forum, asker)).toEqual({ available: 9_200, frozen: 800 });

    const other = await browser.openPage({ ...size, person: expert });
    await visit(other, new URL(page.url()).pathname);
    const form = other.getByRole("complementary", { name: "付费问答" });
    await form.getByLabel("你的回答").fill("一小撮，**最后**放");
    await expectNoViolations(other, "answer");
    await form.getByRole("button", { name: "回答并收款" }).click();
    await form.locator("strong", { hasText: "最后" }).waitFor();
    expect((await balancesOf(forum, expert)).available).toBe(800);
  },
);

test.each(SIZES)(
  "an onlooker pays to read the answer, and a visitor is led to sign in, on %s",
  async (_device, size) => {
    const [asker, expert, onlooker] = [await askerOf(forum), await forum.member(), await askerOf(forum)];
    const id = await ask(forum, asker, expert);
    await answer(expert, id, "答案是月光");
    const visitor = await browser.openPage(size);
    await visit(visitor, `/thread/${id}`);
    const closed = visitor.getByRole("complementary", { name: "付费问答" });
    await closed.getByRole("link", { name: "登录后围观" }).waitFor();
    expect(await visitor.content()).not.toContain("月光");

    const page = await browser.openPage({ ...size, person: onlooker });
    await visit(page, `/thread/${id}`);
    const box = page.getByRole("complementary", { name: "付费问答" });
    await box.getByText("付费后可以围观回答").waitFor();
    await expectNoViolations(page, "closed");
    await box.getByRole("button", { name: "围观 ¥1.00" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("支付密码").fill(PIN);
    await dialog.getByRole("button", { name: "支付 ¥1.00" }).click();
    await box.getByText("答案是月光").waitFor();
    await box.getByText("1 人已围观").waitFor();
    expect((await balancesOf(forum, onlooker)).available).toBe(9_900);
  },
);

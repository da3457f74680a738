import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { composer, editor, visit } from "../journeys/steps.ts";
import { balancesOf, give } from "../money/books.ts";
import { PIN } from "../money/shop.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { givePacket, giverOf } from "./packets.ts";

/** Giving a red packet and getting a share of one, as people do it. */

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member publishes with a red packet, and pays for it on the way, on %s", async (device, size) => {
  // The second one is not like the first, so that no similar threads push the form down.
  const title = device === "a desk" ? "面包大放送" : "周末爬山";
  const ada = await forum.member("thread.insertRedPacket");
  await give(forum, ada, 1_000);
  const page = await browser.openPage({ ...size, person: ada });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await page.getByRole("textbox", { name: "标题" }).fill(title);
  await (await editor(page)).fill("回复就有");
  await page.getByText("发红包", { exact: true }).click();
  await page.getByLabel("每个金额（元）").fill("0");
  await page.getByText("请填写 0.01 到 200 之间的金额").waitFor();
  await page.getByLabel("每个金额（元）").fill("1.2");
  const saved = page.waitForResponse((answer) =>
    Boolean(answer.request().postData()?.includes('"amount":"1.2","count":"3"')),
  );
  await page.getByLabel("红包个数").fill("3");
  await page.getByText("合计 ¥3.60").waitFor();

  // The draft keeps it, on this device and for another one.
  await saved;
  await page.reload();
  await page.getByText("合计 ¥3.60").waitFor();
  const other = await browser.openPage({ ...size, person: ada });
  await visit(other, "/thread/post");
  await other.getByText("合计 ¥3.60").waitFor();
  await other.close();
  await editor(page);
  await expectNoViolations(page, "form");

  await page.getByRole("button", { name: "发布", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("¥3.60").first().waitFor();
  await dialog.getByLabel("支付密码").fill(PIN);
  await dialog.getByLabel("再输一次").fill(PIN);
  await dialog.getByRole("button", { name: "设置支付密码" }).click();
  const pay = dialog.getByRole("button", { name: "支付 ¥3.60 并发布" });
  await pay.waitFor();
  await dialog.getByLabel("支付密码").fill("111111");
  await pay.click();
  await page.getByText("支付密码错误").waitFor();
  expect(await balancesOf(forum, ada)).toEqual({ available: 1_000, frozen: 0 });

  await page.getByRole("button", { name: "发布", exact: true }).click();
  await dialog.getByLabel("支付密码").fill(PIN);
  await expectNoViolations(page, "dialog");
  await pay.click();

  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByText("回复即可领取 · 剩 3/3 个，¥3.60").waitFor();
  expect(await balancesOf(forum, ada)).toEqual({ available: 640, frozen: 360 });
  await expectNoViolations(page, "thread");
  await visit(page, "/wallet");
  await page.getByText(title).waitFor();
});

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member replies and sees at once what they got, and who else did, on %s", async (_device, size) => {
  const id = await givePacket(forum, await giverOf(forum), { shareCount: 2, amountCents: 250 });
  const bo = await forum.member();
  const page = await browser.openPage({ ...size, person: bo });
  await visit(page, "/");
  await page.getByText("红包", { exact: true }).first().waitFor();
  await visit(page, `/thread/${id}`);
  const card = page.getByRole("complementary", { name: "红包" });
  await card.getByText("剩 2/2 个，¥2.50").waitFor();
  const [place, actions] = [
    await card.boundingBox(),
    await page.locator("#thread-text > footer").boundingBox(),
  ];
  expect(place!.y + place!.height).toBeLessThan(actions!.y);
  expect(await card.getAttribute("data-opening")).toBeNull();
  await (await composer(page)).fill("谢谢");
  await page.keyboard.press("Control+Enter");

  await card.getByText("你领到 ¥1.25").waitFor();
  expect(await card.getAttribute("data-opening")).toBe("true");
  await card.getByText("剩 1/2 个，¥1.25").waitFor();
  await card.getByRole("button", { name: "领取记录" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("¥1.25").waitFor();
  await expectNoViolations(page, "claims");
  expect((await balancesOf(forum, bo)).available).toBe(125);
});

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { open } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** A member checks in and earns badges, an owner says for how much, and others see them. */
let forum: Forum;
let browser: Browser;
let ada: Person;
let admin: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  admin = await forum.admin();
  const { id } = await publish(ada, {
    categoryId: await forum.categoryId(),
    title: "月亮",
    body: "今晚很圆。",
  });
  await reply(ada, id);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("a member checks in beside the list on a desk, which their own page knows as well", async () => {
  const page = await browser.openPage({ person: ada });
  await visit(page, "/");
  const card = page.getByRole("region", { name: "每日签到" });
  await card.getByRole("button", { name: "签到" }).click();
  await card.getByText("今日已签到").waitFor();
  expect(await card.innerText()).toContain("已连续签到 1 天");
  await expectNoViolations(page);

  await visit(page, "/my");
  await page.getByRole("region", { name: "每日签到" }).getByText("今日已签到").waitFor();
  await browser.expectNoComplaints();
});

test("a member checks in on a phone, on their own page", async () => {
  const bo = await forum.member();
  const page = await browser.openPage({ person: bo, ...PHONE, locale: "en" });
  await visit(page, "/my");
  const card = page.getByRole("region", { name: "Daily check-in" });
  await card.getByRole("button", { name: "Check in" }).click();
  await card.getByText("1 day in a row").waitFor();
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("an owner lowers a number and renames the badge; a member's profile and card show what they earned", async () => {
  const desk = await browser.openPage({ person: admin, locale: "en" });
  await open(desk, "/admin/badges");
  await desk.getByRole("button", { name: "Edit the badge “A week in a row”" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name in Chinese" }).fill("今天来过");
  await dialog.getByRole("spinbutton", { name: "Number to reach" }).fill("1");
  await dialog.getByText("Checked in on a day").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.getByRole("switch", { name: "Give “First reply”" }).click({ force: true });
  await expect
    .poll(() => forum.rows("SELECT b.isEnabled FROM badges b WHERE b.code = 'first-reply'"))
    .toEqual([{ isEnabled: 0 }]);
  await expectNoViolations(desk);

  await forum.app.clock.runAll(["awardInTurn"]);
  const page = await browser.openPage({ ...PHONE });
  await visit(page, `/user/${ada.id}`);
  const badges = page.getByRole("list", { name: "徽章" });
  await badges.waitFor();
  expect((await badges.getByRole("listitem").allInnerTexts()).map((text) => text.trim()).sort()).toEqual([
    expect.stringContaining("初次发帖"),
    expect.stringContaining("今天来过"),
  ]);
  const year = page.getByRole("region", { name: "活跃日历" });
  await year.getByRole("img", { name: /：1 篇帖子，1 条回复，活跃 1 天$/ }).waitFor();
  await expectNoViolations(page);

  const reader = await browser.openPage({ person: admin });
  await visit(reader, "/");
  await reader.getByRole("article", { name: "月亮" }).getByRole("link", { name: ada.nickname }).hover();
  const card = reader.getByRole("dialog", { name: `${ada.nickname} 的名片` });
  await card.getByRole("list", { name: "徽章" }).getByText("今天来过").waitFor();
  await browser.expectNoComplaints();
});

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { inQueue, makeChecks, ruleChecks, SERVICES } from "./rules.ts";
import { ADVERT, Vendor, VENDOR_KEY } from "./vendor.ts";

/** Owners set up the service that checks content, and moderators read what it found. */
let forum: Forum;
let vendor: Vendor;
let browser: Browser;
let admin: Person;
let moderator: Person;
let categoryId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  vendor = await Vendor.open();
  browser = await Browser.open(forum);
  [admin, moderator] = [await forum.admin(), await forum.moderator()];
  categoryId = await forum.categoryId();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  await vendor?.close();
});

test("an owner chooses a service, and tries it with a sample", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/settings?section=function");
  await page.getByRole("heading", { name: "内容审核" }).waitFor();
  await page.getByRole("combobox", { name: "内容审核服务" }).selectOption("own");
  await page.getByLabel("自有服务地址", { exact: true }).fill(`${vendor.url}/own`);
  await page.getByLabel("自有服务密钥", { exact: true }).fill(VENDOR_KEY);
  await page.getByRole("button", { name: /保存/ }).first().click();

  await page.getByRole("button", { name: "试一试" }).click();
  await page.getByRole("status").filter({ hasText: "自有服务：违规" }).waitFor();
  await page.getByText("广告 88").waitFor();
  await page.getByText(`命中：${ADVERT}`).waitFor();
  await browser.expectNoComplaints();
});

const ZH = ["审核服务发现问题，已转人工审核", "自有服务：违规", "广告 88"];
const EN = [
  "Held because of what the outside service found",
  "Own service: against its rules",
  "Advertising 88",
];

test.each([
  { name: "desk, in Chinese", size: DESKTOP, locale: "zh-CN", texts: ZH },
  { name: "phone, in English", size: PHONE, locale: "en", texts: EN },
] as const)("a moderator sees why a text waits, on the $name", async ({ name, size, locale, texts }) => {
  await ruleChecks(admin, SERVICES.own(vendor));
  const author = await forum.member();
  const { id } = await publish(author, { categoryId, title: `Files on the ${name}`, body: `${ADVERT} abc` });
  await makeChecks(forum);

  const page = await browser.openPage({ ...size, person: moderator, locale });
  await visit(page, "/admin/review?kind=THREAD");
  const item = page.locator("li[id^=review-]").filter({ hasText: `Files on the ${name}` });
  for (const text of texts) await item.getByText(text).waitFor();
  await page.waitForLoadState("networkidle");
  await expectCleanInBothThemes(page);
  await item.getByRole("button", { name: /^(Approve|通过)/ }).click();
  await expect.poll(() => inQueue(moderator, `t${id}`)).toBeUndefined();
  await browser.expectNoComplaints();
});

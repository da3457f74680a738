import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFiles } from "../../plugins/kit/check.mjs";
import { newPlugin } from "../../plugins/kit/new.mjs";
import { openPreview } from "../../plugins/kit/preview.mjs";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { deliverPluginEvents } from "../../server/features/plugins/server-part/partEvents.service.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { zipOf } from "./packing.ts";
import { installOn } from "./people.ts";

/** The samples on desks and phones, all of them at once, as somebody outside has built them with the kit. */
const SAMPLES = resolve(import.meta.dirname, "../../plugins/samples");
let forum: Forum;
let browser: Browser;
let ada: Person;
let bo: Person;
let threadId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const admin = await forum.admin();
  // The gallery fills the places of all others; it has a test of its own.
  for (const name of readdirSync(SAMPLES).filter((each) => each !== "gallery")) {
    const files = packageFiles(join(SAMPLES, name));
    if (name === "counts") {
      await installOn(admin, zipOf([...files].map(([name, content]) => ({ name, content }))));
      continue;
    }
    await installTrusted(forum.app.context(), files);
    await switchPluginNamed(forum.app.context(), name, true);
  }
  ada = await forum.member();
  bo = await forum.member();
  const body = "我们在哪里见面？\n\n投票：港口 / 山上";
  threadId = (await publish(ada, { categoryId: await forum.categoryId(), title: "聚会", body })).id;
  await forum.delivered();
  await deliverPluginEvents(forum.app.context());
});
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("a banner, a header and numbers in a frame show on the home page, with what their fragments ask for", async () => {
  const desk = await browser.openPage({ person: ada });
  const asked: string[] = [];
  desk.on("request", (request) => request.method() === "POST" && asked.push(request.postData() ?? ""));
  await visit(desk, "/");
  await desk
    .locator(".site-look-banner")
    .getByText(/个帖子/)
    .waitFor();
  await desk.locator(".site-look-header").getByRole("search").waitFor();
  await desk
    .frameLocator("iframe[sandbox='allow-scripts']")
    .getByText(/帖子 · .* 成员/)
    .waitFor();
  await desk.locator(".poll-mark").first().waitFor();
  // What fragments ask for came with the page.
  expect(asked.filter((body) => /HomePage|ThreadPage|Shell/.test(body))).toEqual([]);
  await expectNoViolations(desk);
  await browser.expectNoComplaints();
});

test("members vote on desks and phones, and each votes once", async () => {
  for (const [device, person, option] of [
    [{}, ada, "港口"],
    [PHONE, bo, "山上"],
  ] as const) {
    const page = await browser.openPage({ ...device, person });
    await visit(page, `/thread/${threadId}`);
    await page.getByRole("button", { name: `投给「${option}」` }).click();
    await page.getByText(`✓ ${option}`).waitFor();
    expect(await page.getByRole("button", { name: /投给/ }).count()).toBe(0);
    await expectNoViolations(page);
  }
  const visitor = await browser.openPage({});
  await visit(visitor, `/thread/${threadId}`);
  await visitor.getByText("投票 · 2 票").waitFor();
  await browser.expectNoComplaints();
});

test("an author adds an activity to the thread, and a member registers on a phone", async () => {
  const desk = await browser.openPage({ person: ada });
  await visit(desk, `/thread/${threadId}`);
  await desk.getByRole("button", { name: "发起活动" }).click();
  await desk.getByLabel("活动名称").fill("野餐");
  await desk.getByLabel("开始时间").fill("2030-05-01T12:00");
  await desk.getByRole("button", { name: "保存" }).click();
  await desk.getByRole("button", { name: "导出名单" }).waitFor();

  const phone = await browser.openPage({ ...PHONE, person: bo });
  await visit(phone, `/thread/${threadId}`);
  const activity = phone.getByRole("region", { name: "活动" });
  await activity.getByLabel("姓名").fill("Bo");
  await activity.getByRole("button", { name: "报名" }).click();
  await activity.getByText("1 人").waitFor();
  await expectNoViolations(phone);
  await browser.expectNoComplaints();
});

test("a member checks in on the plugin's own page, and the profile shows it", async () => {
  const phone = await browser.openPage({ ...PHONE, person: bo });
  await visit(phone, "/plugin/calendar");
  await phone.getByRole("button", { name: "今天签到" }).click();
  await phone.getByRole("button", { name: "今天已签到" }).waitFor();
  await expectNoViolations(phone);
  const desk = await browser.openPage({ person: ada });
  await visit(desk, `/user/${bo.id}`);
  await desk.getByText("本月签到 1 天").waitFor();
  await expectNoViolations(desk);
  await browser.expectNoComplaints();
});

test("a plugin as the kit writes it imports React from the preview, which shows it on a desk and a phone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "luntan-new-"));
  const dir = newPlugin({
    name: "moon-phase",
    slot: "plugin_global@footer_replace_hook",
    dir: join(folder, "new"),
  });
  const preview = await openPreview(dir);
  try {
    const page = await browser.openPage({ expectedErrors: [/foreign host/, /favicon/] });
    await page.goto(preview.url);
    for (const title of ["Desktop", "Phone"]) {
      const place = page.frameLocator(`iframe[title=${title}]`);
      await place.getByRole("button", { name: "Hello, Ada!", exact: true }).click();
      await place.getByRole("button", { name: "Hello, Ada! 1" }).waitFor();
    }
    await browser.expectNoComplaints();
  } finally {
    await preview.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

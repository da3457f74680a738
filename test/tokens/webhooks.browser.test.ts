import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Webhook } from "../../server/features/webhooks/webhook.entity.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { Receiver } from "./receiver.ts";

/** Webhooks in the administration: added, tried, rotated, and switched on again after failures. */
let forum: Forum;
let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  receiver = await new Receiver().open();
});
afterAll(async () => {
  receiver.close();
  await browser.close();
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

test("an administrator adds a webhook, sees its secret once, tests it, sends it again, edits and removes it", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: await forum.admin() });
  const host = new URL(receiver.url).host;
  await visit(page, "/admin/webhooks");
  await page.getByText("还没有 Webhook").waitFor();
  await page.getByRole("button", { name: "添加 Webhook" }).click();
  const form = page.getByRole("dialog", { name: "添加 Webhook" });
  await form.getByRole("button", { name: "添加 Webhook" }).click();
  await form.getByText("请填写以 https 开头的地址").waitFor();
  await form.getByLabel("地址").fill(receiver.url);
  await form.getByRole("checkbox", { name: "编辑回复" }).check();
  await form.getByRole("button", { name: "添加 Webhook" }).click();
  const shown = page.getByRole("dialog", { name: "签名密钥" });
  const secret = await shown.getByLabel("密钥", { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page.getByText("新帖子 · 新回复 · 编辑回复").waitFor();
  expect(await page.content()).not.toContain(secret);

  // The forum itself calls whenever its job comes round: answers are held, so that the page sees each state.
  const releaseFirst = receiver.hold();
  await page.getByRole("button", { name: `测试「${host}」` }).click();
  const log = page.getByRole("dialog", { name: `「${host}」的投递记录` });
  await log.getByText("等待中").waitFor();
  await log.getByText(/^已尝试 1 次/).waitFor();
  releaseFirst();
  await log.getByText("HTTP 200 · 已尝试 1 次").waitFor();
  const releaseSecond = receiver.hold();
  await log.getByRole("button", { name: "重新投递 ping" }).click();
  await log.getByText("等待中").waitFor();
  releaseSecond();
  await log.getByText("HTTP 200 · 已尝试 1 次").waitFor();
  expect(receiver.events).toEqual(["ping", "ping"]);
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1);
  await log.getByRole("button", { name: "关闭" }).first().click();

  await page.getByRole("button", { name: `「${host}」的更多操作` }).click();
  await page.getByRole("menuitem", { name: "更换密钥" }).click();
  await page.getByRole("button", { name: "更换密钥", exact: true }).last().click();
  expect(await shown.getByLabel("密钥", { exact: true }).inputValue()).not.toBe(secret);
  await shown.getByRole("button", { name: "关闭" }).first().click();
  await page.getByText("旧密钥同时签名至").waitFor();

  await page.getByRole("button", { name: `「${host}」的更多操作` }).click();
  await page.getByRole("menuitem", { name: "修改" }).click();
  const edit = page.getByRole("dialog", { name: `修改「${host}」` });
  for (const event of ["新帖子", "编辑回复"]) await edit.getByRole("checkbox", { name: event }).uncheck();
  await edit.getByRole("button", { name: "保存" }).click();
  // The name of the event stands in the dialog as well.
  await edit.waitFor({ state: "hidden" });
  await page.getByText("新回复", { exact: true }).waitFor();

  await page.getByRole("button", { name: `「${host}」的更多操作` }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await page.getByRole("button", { name: "删除", exact: true }).last().click();
  await page.getByText("还没有 Webhook").waitFor();
});

test("on a phone one that was switched off says why, and is switched on again", async () => {
  const admin = await forum.admin();
  const { createWebhook } = await admin.graphql(
    `mutation ($url: String!) { createWebhook(url: $url, events: [POST_CREATED]) { webhook { id } } }`,
    { url: `${receiver.url}/phone` },
  );
  const id = Number(createWebhook.webhook.id);
  await forum.write((ctx) => ctx.db.update(Webhook, { id }, { isEnabled: false, failingSince: ctx.now }));
  const page = await browser.openPage({ ...PHONE, person: admin });
  await visit(page, "/admin/webhooks");
  // Others may be left by a test that failed.
  const row = page.locator("tr").filter({ hasText: `${receiver.url}/phone` });
  await row.getByText("连续三天调用失败，已自动停用").waitFor();
  await row.getByRole("button", { name: /重新启用/ }).click();
  await row.getByText("正常", { exact: true }).waitFor();
  const { webhooks } = await admin.graphql(`{ webhooks { id isEnabled offReason failingSince } }`);
  const state = { id: createWebhook.webhook.id, isEnabled: true, offReason: null, failingSince: null };
  expect(webhooks).toContainEqual(state);
});

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes, open } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { level, levelGroupOf, save } from "./rules.ts";

/** An owner tries rules of levels and saves them, a member sees what is missing, and a moderator decides otherwise. */
let forum: Forum;
let browser: Browser;
let ada: Person;
let admin: Person;
let groupId: number;
let groupName: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  admin = await forum.admin();
  const { createGroup } = await admin.graphql(
    `mutation { createGroup(input: { name: "资深会员" }) { id name } }`,
  );
  groupId = Number(createGroup.id);
  groupName = createGroup.name;
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

test("an owner writes a level, tries it on the members, and saves what was tried", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/levels");
  const levels = page.getByRole("region", { name: "Levels" });
  await levels.getByText("No levels yet").waitFor();
  await levels.getByRole("combobox", { name: "Group" }).selectOption(String(groupId));
  await levels.getByRole("button", { name: "Add the level" }).click();
  const fields = levels.getByRole("group", { name: `1. ${groupName}` });
  await fields.getByRole("switch", { name: `Give “${groupName}”` }).click({ force: true });
  const replies = fields.getByRole("spinbutton", { name: "Replies written" });
  await replies.fill("900");
  const saving = levels.getByRole("button", { name: "Save the levels" });
  expect(await saving.isDisabled()).toBe(true);

  await levels.getByRole("button", { name: "Try on members" }).click();
  const result = page.getByRole("region", { name: "Result of the trial" });
  await result.getByText(`Nobody meets the conditions of “${groupName}”.`).waitFor();
  await replies.fill("1");
  await result.getByText("The rules have changed since: try them again.").waitFor();
  expect(await saving.isDisabled()).toBe(true);
  await levels.getByRole("button", { name: "Try on members" }).click();
  await result.getByRole("link", { name: ada.nickname }).waitFor();
  await expectCleanInBothThemes(page);
  await saving.click();
  await page.getByText("The levels are saved").waitFor();
  await forum.app.clock.runAll(["applyNewLevels"]);
  expect(await levelGroupOf(forum, ada)).toBe(groupId);
  await browser.expectNoComplaints();
});

test("a member sees on a phone why they have their level and what is missing to the next", async () => {
  const nextId = await forum.group(["thread.essence"]);
  await save(admin, [level(groupId, { repliesWritten: 1 }), level(nextId, { likesReceived: 3 })]);
  await forum.app.clock.runAll(["applyLevels"]);
  const page = await browser.openPage({ person: ada, ...PHONE });
  await visit(page, "/my/settings");
  const card = page.getByRole("region", { name: "等级", exact: true });
  await card.getByText(groupName, { exact: true }).waitFor();
  await card
    .getByRole("region", { name: `保留「${groupName}」` })
    .getByText("1 / 1")
    .waitFor();
  await card.getByText("0 / 3").waitFor();
  await card.getByText("还差 3").waitFor();
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("a moderator forbids a level of a member, who reads the reason", async () => {
  const moderator = await forum.moderator();
  const page = await browser.openPage({ person: moderator, ...PHONE });
  await visit(page, `/user/${ada.id}`);
  await page.getByRole("button", { name: "成员等级" }).click();
  const dialog = page.getByRole("dialog", { name: `${ada.nickname} 的等级` });
  await dialog.getByRole("combobox", { name: "版主的决定" }).selectOption("FORBIDDEN");
  await dialog.getByRole("textbox", { name: "理由" }).fill("争吵太多");
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText(`版主限制：不能达到「${groupName}」`).waitFor();
  expect(await levelGroupOf(forum, ada)).toBe(null);

  const own = await browser.openPage({ person: ada });
  await visit(own, "/my/settings");
  await own.getByRole("region", { name: "等级", exact: true }).getByText("争吵太多").waitFor();
  await browser.expectNoComplaints();
});

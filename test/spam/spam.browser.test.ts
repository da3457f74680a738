import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../admin/desk.ts";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { isSeen, oldMember, report, rule } from "./rules.ts";

/** Moderators read why something waits, and authors read that it does. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let moderator: Person;
let categoryId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  moderator = await forum.moderator();
  categoryId = await forum.categoryId();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([
  ["desk", DESKTOP],
  ["phone", PHONE],
] as const)(
  "reports hide a thread, and the moderator sees score and weight, on the %s",
  async (name, size) => {
    await rule(admin, { report_hide_score: "20", spam_signs: "0" });
    const author = await forum.member();
    const { id } = await publish(author, { categoryId, title: `Teapots on the ${name}` });
    for (let each = 0; each < 2; each += 1) await report(await oldMember(forum), { threadId: id });

    const own = await browser.openPage({ ...size, person: author, locale: "en" });
    await visit(own, `/thread/${id}`);
    await own.getByText("Reported, so it is hidden").waitFor();

    const page = await browser.openPage({ ...size, person: moderator, locale: "en" });
    await visit(page, "/admin/review?kind=THREAD");
    await page.getByText("Hidden because of its reports").waitFor();
    await page.getByText("Report score 20 (2 reports)").waitFor();
    await page.waitForLoadState("networkidle");
    await expectCleanInBothThemes(page);
    await page.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => isSeen(admin, id)).toBe(true);
    await expect
      .poll(() => forum.rows(`SELECT DISTINCT status FROM reports WHERE targetKey = 't${id}'`))
      .toEqual([{ status: "REJECTED" }]);
    await browser.expectNoComplaints();
  },
);

test("a new member's text waits, and the moderator sees its signs in Chinese", async () => {
  await rule(admin, { report_hide_score: "0", spam_signs: "1", spam_hold_score: "20" });
  const author = await forum.member();
  const { id } = await publish(author, { categoryId, title: "茶壶", body: "https://teapots.example/" });

  const own = await browser.openPage({ ...PHONE, person: author });
  await visit(own, `/thread/${id}`);
  await own.getByText("这个帖子正在等待审核").waitFor();

  const page = await browser.openPage({ ...DESKTOP, person: moderator });
  await visit(page, "/admin/review?kind=THREAD");
  await page.getByText("垃圾内容分数 20/100").waitFor();
  await page.getByText("1 个站外链接 +20").waitFor();
  await browser.expectNoComplaints();
});

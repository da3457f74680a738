import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../../admin/desk.ts";
import { Browser } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { visit } from "../../journeys/steps.ts";
import { publish, reply } from "../../threads/content.ts";

/** An administrator words a notification anew and takes it back. */
let forum: Forum;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each(["light", "dark"] as const)(
  "a reply notification is worded anew in %s: preview, difference, save, the recipient reads it, undo",
  async (colorScheme) => {
    const page = await browser.openPage({ person: admin, locale: "en", colorScheme });
    await visit(page, "/admin/notification-templates");
    await page.getByRole("link", { name: "Reply", exact: true }).click();
    await page.waitForURL(/kind=post\.replied/);

    const text = page.getByLabel("English text");
    await text.fill("");
    await page.getByRole("button", { name: /^Insert \{actors\}/ }).click();
    await page.keyboard.type(" wrote in ");
    await page.getByRole("button", { name: /^Insert \{title\}/ }).click();
    expect(await text.inputValue()).toBe("{actors} wrote in {title}");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("Ada and Bo wrote in Where to hike this weekend").waitFor();
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByRole("region", { name: "Changes" }).locator("ins").getByText("wrote in").waitFor();
    await expectCleanInBothThemes(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Undo" }).waitFor();

    const [ada, bo] = [await forum.member(), await forum.member()];
    const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "Tea" });
    await reply(bo, id, { body: "Green" });
    await forum.delivered();
    const { notifications } = await ada.graphql(`{ notifications(entry: THREAD) { nodes { text } } }`);
    expect(notifications.nodes).toEqual([{ text: `${bo.nickname} wrote in Tea` }]);

    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => text.inputValue()).toBe("{actors} replied to {thing}");
    await text.fill("{nobody}");
    await preview.getByText("There is no such variable: {nobody}.").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();

    await page.getByRole("link", { name: "All notifications" }).click();
    await page.getByRole("switch", { name: "Like: Site" }).waitFor();
    await expectCleanInBothThemes(page);
    await browser.expectNoComplaints();
  },
);

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectCleanInBothThemes } from "../../admin/desk.ts";
import { visit } from "../../journeys/steps.ts";
import { Browser, DESKTOP, PHONE } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import { publish, reply } from "../../threads/content.ts";

/** A moderator silences somebody where they wrote, and the member reads why before they write again. */
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

test.each([
  ["a desk", DESKTOP, PHONE],
  ["a phone", PHONE, DESKTOP],
] as const)(
  "a moderator on %s silences who floods; the member reads why and until when, and writes again once it is lifted",
  async (_name, size, otherSize) => {
    const [moderator, loud] = [await forum.moderator(), await forum.member()];
    const { id } = await publish(moderator, { categoryId: await forum.categoryId(), title: "Kettles" });
    await reply(loud, id, { body: "First! First! First!" });
    const page = await browser.openPage({ ...size, person: moderator });
    await visit(page, `/thread/${id}`);
    await page.waitForLoadState("networkidle");
    const row = page.locator("#p1");
    const more = row.getByRole("button", { name: "更多操作" });
    await more.click();
    await page.getByRole("menuitem", { name: "禁言作者" }).click();
    const dialog = page.getByRole("dialog").last();
    await dialog.getByText("7 天").click();
    await expectCleanInBothThemes(page);
    await dialog.getByRole("button", { name: "禁言", exact: true }).click();
    await page.getByText(`已禁言 ${loud.nickname}`).waitFor();

    const other = await browser.openPage({ ...otherSize, person: loud, locale: "en" });
    await visit(other, `/thread/${id}`);
    const closed = other.locator("#reply");
    await closed.getByText(/You are silenced and cannot publish anything until/).waitFor();
    await expectCleanInBothThemes(other);
    await closed.getByRole("link", { name: "Details" }).click();
    await other.getByRole("heading", { name: "You are silenced" }).waitFor();
    await other.getByText("The silence ends:").waitFor();
    await expectCleanInBothThemes(other);

    await more.click();
    await page.getByRole("menuitem", { name: "禁言作者" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "解除禁言", exact: true }).click();
    await page.getByText(`已解除对 ${loud.nickname} 的禁言`).waitFor();
    await visit(other, `/thread/${id}`);
    await other.locator("#reply [contenteditable], #reply textarea").first().waitFor();
    expect(await other.getByText("You are silenced").count()).toBe(0);
    await browser.expectNoComplaints();
  },
);

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sample, SAMPLES } from "../editor/clipboards.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { chooseCategory, composer, editor, picture, visit, written } from "./steps.ts";

/** Writing as people do it: with pictures that fail and arrive, names that complete themselves, and two windows at once. */
let forum: Forum;
let browser: Browser;
let categoryId: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  categoryId = await forum.categoryId();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Pastes or drops pictures into what is being written. */
async function give(page: Page, how: "paste" | "drop", ...names: string[]): Promise<void> {
  const { buffer } = await picture();
  await page.evaluate(
    ([how, names, bytes]) => {
      const transfer = new DataTransfer();
      for (const name of names)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
      const target = document.querySelector('[contenteditable="true"]')!;
      const { left, bottom } = target.getBoundingClientRect();
      const place = { clientX: left + 20, clientY: bottom - 20, bubbles: true, cancelable: true };
      target.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent("drop", { ...place, dataTransfer: transfer }),
      );
    },
    [how, names, [...buffer]] as const,
  );
}

test("pictures are pasted and dropped, fail and are tried again, and stand in their order", async () => {
  const page = await browser.openPage({ person: await forum.member(), expectedErrors: [/ERR_FAILED/] });
  let uploads = 0;
  await page.route("**/uploads*", (route) => (++uploads === 1 ? route.abort() : route.continue()));
  await visit(page, `/thread/post?category=${categoryId}`);
  await page.getByRole("textbox", { name: "标题" }).fill("三张照片");
  const text = await editor(page);
  await text.click();

  await give(page, "paste", "first.png", "second.png");
  await expect.poll(() => text.locator("img[src^='/files/']").count()).toBe(1);
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await page.getByText("有文件没有上传成功").waitFor();
  await text.getByRole("button", { name: "重试" }).click();
  await expect.poll(() => text.locator("img[src^='/files/']").count()).toBe(2);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nbelow");
  await give(page, "drop", "third.png");
  await expect.poll(() => text.locator("img[src^='/files/']").count()).toBe(3);
  // What stands in the text is not listed below it once more.
  expect(await page.getByRole("list", { name: "已添加的文件" }).count()).toBe(0);

  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await page.waitForURL(/\/thread\/\d+$/);
  const shown = page.locator("article [data-prose] img");
  await shown.nth(2).waitFor({ state: "attached" });
  const names = await shown.evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
  expect(names).toEqual(["first.png", "second.png", "third.png"]);
  await browser.expectNoComplaints();
});

test("who is chosen from the list is told and shown by the name that they have, whatever was taken for theirs", async () => {
  const [ada, plus, other] = [await forum.member(), await forum.member(), await forum.member()];
  const rename = (person: Person, name: string) =>
    person.graphql(`mutation ($n: String!) { updateProfile(input: { nickname: $n }) { id } }`, { n: name });
  const name = `张三${ada.id}`;
  await rename(plus, `${name}+1`);
  await rename(other, name);
  const { id } = await publish(ada, { categoryId, body: "回复我" });
  const page = await browser.openPage({ person: ada });
  await visit(page, `/thread/${id}`);
  const text = await composer(page);
  await text.click();
  await page.keyboard.type(`Hi!@${name}+`);
  await page.getByRole("option", { name: `${name}+1`, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("看");

  // Copied from a page, which names whole addresses, it is the same piece.
  await text.evaluate((field, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `<a href="${forum.url}/user/${plus.id}" class="mention">@${name}+1</a>`);
  await expect.poll(() => text.locator(`a.mention[href='/user/${plus.id}']`).count()).toBe(2);
  await page.getByRole("button", { name: "源码" }).click();
  const source = page.locator("textarea:visible").first();
  const piece = `[@${name}+1](/user/${plus.id})`;
  await expect.poll(() => source.inputValue()).toBe(`Hi\\!${piece} 看${piece}`);
  await page.getByRole("button", { name: "所见即所得" }).click();
  await text.press("Control+Enter");
  const shown = page.locator(`[data-prose] a.mention[href='/user/${plus.id}']`);
  await expect.poll(() => shown.allInnerTexts()).toEqual([`@${name}+1`, `@${name}+1`]);

  await forum.delivered();
  const told = async (person: Person) =>
    (await person.graphql(`{ notifications(filter: MENTIONS) { nodes { id } } }`)).notifications.nodes.length;
  expect([await told(plus), await told(other)]).toEqual([1, 0]);
  const visitor = await browser.openPage();
  await visit(visitor, `/thread/${id}`);
  await rename(plus, `李四${ada.id}`);
  await rename(other, `${name}+1`);
  await visit(visitor, `/thread/${id}`);
  const links = visitor.locator(`[data-prose] a.mention[href='/user/${plus.id}']`);
  expect(await links.allInnerTexts()).toEqual(Array(2).fill(`@李四${ada.id}`));
  await browser.expectNoComplaints();
});

test("what office programs, editors and chat bots copy is published as it was meant, in both kinds of editor", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  const uploads: string[] = [];
  page.on("request", (request) => request.url().includes("/uploads") && uploads.push(request.url()));
  const { buffer } = await picture();
  const paste = ({ html = "", text = "", picture }: Sample) =>
    page.evaluate(
      ([html, text, bytes]) => {
        const transfer = new DataTransfer();
        if (html) transfer.setData("text/html", html);
        transfer.setData("text/plain", text);
        if (bytes) transfer.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
        const event = new ClipboardEvent("paste", {
          clipboardData: transfer,
          bubbles: true,
          cancelable: true,
        });
        document.activeElement!.dispatchEvent(event);
      },
      [html, text, picture ? [...buffer] : null] as const,
    );
  await visit(page, `/thread/post?category=${categoryId}`);
  await page.getByRole("textbox", { name: "标题" }).fill("剪贴板");
  const text = await editor(page);
  await text.click();
  const sources = [
    "Google Docs: marks",
    "Excel: cells with",
    "Word for Windows",
    "PowerPoint: lines",
    "VS Code, its HTML",
  ];
  for (const source of [...sources, "JetBrains", "GitHub", "a WeChat", "a chat bot's Markdown", "a poem"]) {
    await paste(SAMPLES.find((sample) => sample.source.startsWith(source))!);
    await page.keyboard.press("Control+End");
    // Out of a block of code.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  for (const shown of [
    "strong >> text=bold",
    "td >> text=c",
    "li li >> text=Inner",
    "pre >> text=println",
    "th >> text=a",
  ])
    await text.locator(shown).first().waitFor();
  expect(await text.textContent()).not.toMatch(/review comment|secret|hidden/);
  expect(uploads).toEqual([]);

  await page.getByRole("button", { name: "源码" }).click();
  const source = page.getByRole("textbox", { name: "正文" });
  await source.fill("");
  await source.focus();
  await paste(SAMPLES.find((sample) => sample.source.startsWith("PowerPoint: lines"))!);
  await expect.poll(() => source.inputValue()).toBe("第一行\n第二行");
  await browser.expectNoComplaints();
});

test("names complete themselves by keyboard, and never while an input method composes", async () => {
  const page = await browser.openPage({ person: await forum.member(), isFirstVisit: true });
  const friend = await forum.member();
  const { nickname } = (await friend.graphql(`{ viewer { nickname } }`)).viewer as { nickname: string };
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.postData() ?? ""));
  await page.clock.install();
  await visit(page, "/thread/post");
  const text = await editor(page);
  await text.click();
  const keys = await page.context().newCDPSession(page);

  await page.keyboard.type("＠");
  await keys.send("Input.imeSetComposition", { text: "zhong", selectionStart: 5, selectionEnd: 5 });
  await page.clock.fastForward(1_000);
  // What browsers report for a key that the input method takes.
  const taken = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229 };
  await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...taken });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...taken });
  expect(await text.locator("p").count()).toBe(1);
  await keys.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
  await page.keyboard.type(nickname);
  // Chosen, not only listed: the list of a shorter beginning has others above.
  await page.getByRole("option", { name: nickname, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("#新话题");
  await page.getByRole("option", { name: /新话题/ }).waitFor();
  await page.keyboard.press("Tab");

  await expect.poll(() => text.innerText()).toContain(`@${nickname} #新话题#`);
  const asksFor = (prefix: string) => asked.some((body) => body.includes(`"prefix":"${prefix}"`));
  expect([asksFor(nickname), asksFor("zhong")]).toEqual([true, false]);
  await browser.expectNoComplaints();
});

test("two windows with one draft are joined where they can be, and asked where they cannot", async () => {
  const person = await forum.member();
  const first = await browser.openPage({ person });
  await visit(first, "/thread/post");
  await (await editor(first)).click();
  await first.keyboard.type("common");
  await first.getByText(/^已保存/).waitFor();
  const second = await browser.openPage({ person });
  await visit(second, "/thread/post");
  await second.getByText("common").waitFor();

  await second.getByRole("textbox", { name: "标题" }).fill("from the other window");
  await second.getByText(/^已保存/).waitFor();
  await (await editor(first)).click();
  await first.keyboard.press("End");
  await first.keyboard.type(" ground");
  await expect
    .poll(() => first.getByRole("textbox", { name: "标题" }).inputValue(), { timeout: 15_000 })
    .toBe("from the other window");

  await (await editor(second)).click();
  await second.keyboard.press("End");
  await second.keyboard.type(" place");
  await second.getByRole("button", { name: "两边都保留" }).click();
  const kept = (await editor(second)).innerText();
  expect(await kept).toContain("common place");
  expect(await kept).toContain("common ground");
  await browser.expectNoComplaints();
});

test("a thread is published on a phone", async () => {
  const page = await browser.openPage({ person: await forum.member(), ...PHONE });
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("在路上写的");
  await (await editor(page)).fill("手机也写得很顺手");

  await page.locator("form").getByRole("button", { name: "发布", exact: true }).tap();

  await page.waitForURL(/\/thread\/\d+$/);
  await page.getByText("手机也写得很顺手").waitFor();
  await browser.expectNoComplaints();
});

test("the composer is docked, resized by keys, put away, and takes the whole window", async () => {
  const { id } = await publish(await forum.member(), { categoryId });
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, `/thread/${id}`);
  await page.locator("#reply").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: /停靠在底部/ }).click();
  const field = page.getByRole("textbox", { name: "你的回复" });
  const heightOf = async () => (await page.locator("[data-mode]").boundingBox())!.height;
  const before = await heightOf();

  await page.getByRole("separator").press("ArrowUp");
  expect(await heightOf()).toBe(before + 24);
  await field.fill("还没写完");
  await page.getByRole("button", { name: "收成一行" }).click();
  expect(await heightOf()).toBeLessThan(60);
  await page.getByRole("button", { name: "继续写" }).click();
  await field.press("Shift+F11");
  expect(await heightOf()).toBe(page.viewportSize()!.height);
  await field.press("Escape");
  expect(await written(field)).toBe("还没写完");
  await browser.expectNoComplaints();
});

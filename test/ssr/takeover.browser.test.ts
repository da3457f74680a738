import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { composer, visit } from "../journeys/steps.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** A page is taken over with the texts that it shows: none is sent twice, asked for again, or drawn again. */

let forum: Forum;
let browser: Browser;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  ada = await forum.member();
  bo = await forum.member();
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser.close();
  await forum.close();
});

/** Texts whose HTML a browser writes in another way than the server. */
const ODD = [
  `She said "no" & 'never' > always < sometimes, at\u00a05\u00a0%.`,
  '```html\n<p class="a">&nbsp;</p>\n\n"quoted"\n```',
  `| a | b |\n| :- | -: |\n| "1" | 2 |\n\n- [x] done\n- [ ] open\n\nline  \nbreak`,
  `[a "link"](https://example.com/?a=1&b="2" 'the "title"') and **bold** ~~gone~~`,
  `![a "picture"](/files/none.png)`,
];

async function discussion(bodies: readonly string[]): Promise<string> {
  const { id } = await publish(ada, {
    categoryId: await forum.categoryId(),
    title: "Odd texts",
    body: ODD[0],
  });
  for (const body of bodies) await reply(ada, id as string, { body });
  return id as string;
}

/** Names of the operations that a page asks the server for. */
function asked(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const body = request.url().endsWith("/graphql")
      ? (request.postDataJSON() as { operationName: string })
      : null;
    if (body) names.push(body.operationName);
  });
  return names;
}

/** The texts as they were sent: without what blocks of code are given once the page has settled. */
const htmlOf = (page: Page) =>
  page.locator("[data-prose]").evaluateAll((all) =>
    all.map((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const block of copy.querySelectorAll("pre[data-code]")) {
        block.removeAttribute("data-code");
        block.querySelector(":scope > span")?.remove();
        const code = block.querySelector("code")!;
        code.replaceChildren(code.textContent);
      }
      for (const wide of copy.querySelectorAll("[tabindex]")) wide.removeAttribute("tabindex");
      return copy.innerHTML;
    }),
  );
const mark = (page: Page) =>
  page
    .locator("#p1 [data-prose], #p2 [data-prose], #p3 [data-prose], #p4 [data-prose]")
    .evaluateAll((all) => all.forEach((element) => element.firstElementChild!.setAttribute("data-mine", "")));

test("texts of every kind are taken over as they stand, and an answer with the same ones draws nothing anew", async () => {
  const id = await discussion(ODD.slice(1, 4).concat("Plain."));
  const plain = await browser.openPage({ person: bo, javaScriptEnabled: false });
  await plain.goto(`/thread/${id}`);
  // Without scripts members are led to the page with all that is theirs.
  await plain.waitForURL(/scripts=off/);
  const sent = await htmlOf(plain);
  expect(sent).toHaveLength(5);

  const page = await browser.openPage({ person: bo });
  const names = asked(page);
  await visit(page, `/thread/${id}`);
  expect(await htmlOf(page)).toEqual(sent);
  expect(names).not.toContain("ThreadPage");

  await mark(page);
  const field = await composer(page);
  await field.fill("Mine.");
  await field.press("Control+Enter");
  await page.locator("#p5 [data-prose]", { hasText: "Mine." }).waitFor();
  expect(names).toContain("ThreadPage");
  expect(await page.locator("[data-mine]").count()).toBe(4);
});

test("a text that somebody changes meanwhile is shown anew", async () => {
  const id = await discussion(["Before.", "Stays."]);
  const page = await browser.openPage({ person: bo });
  await visit(page, `/thread/${id}`);
  await forum.write((ctx) =>
    ctx.db.query("UPDATE posts SET bodyHtml = '<p>After.</p>' WHERE threadId = ? AND number = 1", [id]),
  );
  const field = await composer(page);
  await field.fill("Mine.");
  await field.press("Control+Enter");
  await page.locator("#p1 [data-prose]", { hasText: "After." }).waitFor();
  expect(await page.locator("#p2 [data-prose]").innerText()).toBe("Stays.");
});

test("a list is taken over with its excerpts, and so is a later page without the thread's own text", async () => {
  const id = await discussion(Array.from({ length: 21 }, (_, index) => `Reply "${index + 1}" & more.`));
  const page = await browser.openPage({ person: bo });
  const names = asked(page);
  await visit(page, "/");
  expect(await page.locator("[data-words]", { hasText: `She said "no" & 'never'` }).count()).toBeGreaterThan(
    0,
  );
  await visit(page, `/thread/${id}?page=2`);
  expect(await page.locator("#p21 [data-prose]").innerText()).toBe(`Reply "21" & more.`);
  expect(names).not.toContain("ThreadPage");
  expect(names).not.toContain("HomePage");
});

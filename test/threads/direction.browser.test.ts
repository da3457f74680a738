import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, DESKTOP, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { visit } from "../journeys/steps.ts";
import { publish, reply } from "./content.ts";

/** Titles that turn the direction of writing, as readers see them. */
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

const TURNING = "abc\u202Edef";

/** Left edges of the characters of an element, in their order in the text. */
function placesOf(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const places: number[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < node.textContent!.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { left, width } = range.getBoundingClientRect();
          if (width > 0) places.push(left);
        }
      }
      return places;
    });
}

const sorted = (places: readonly number[]): number[] => [...places].sort((one, other) => one - other);

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("what a row says below a turning title keeps its order, on %s", async (_device, size) => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: TURNING });
  await bo.graphql("mutation ($id: ID!) { markThreadRead(threadId: $id, number: 0) { viewerUnreadCount } }", {
    id,
  });
  await reply(ada, id);
  const page = await browser.openPage({ ...size, person: bo });
  await visit(page, "/");

  const title = await placesOf(page, `#t${id} a[data-opens]`);
  const below = await placesOf(page, `article[aria-labelledby=t${id}] time`);

  // The title itself is turned from its fourth letter on: this is what its author wrote.
  expect(title).not.toEqual(sorted(title));
  expect(below.length).toBeGreaterThan(1);
  expect(below).toEqual(sorted(below));
});

test("a block of a text turns nothing beyond its end", async () => {
  const ada = await forum.member();
  const body = `Before\n\n\u202Eabc **def** ghi\n\nAfter it`;
  const { id } = await publish(ada, { categoryId: await forum.categoryId(), body });
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, `/thread/${id}`);
  const after = await placesOf(page, "[data-prose] p:nth-of-type(3)");
  expect(after).toEqual(sorted(after));
});

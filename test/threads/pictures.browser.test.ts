import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "./content.ts";

/** Pictures of threads in lists, measured as they stand on the screen. */
let forum: Forum;
let browser: Browser;

/** Titles with what their threads show. */
const SETS = [
  { title: "one", count: 1, size: { width: 900, height: 600 } },
  { title: "three", count: 3, size: { width: 900, height: 600 } },
  { title: "nine", count: 9, size: { width: 900, height: 600 } },
  { title: "upright", count: 3, size: { width: 400, height: 1600 } },
  { title: "one upright", count: 1, size: { width: 400, height: 1600 } },
] as const;
/** Pictures of a row; further ones are a number. */
const SHOWN_MAX = 3;
const GAP_PX = 8;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const ada = await forum.member();
  const categoryId = await forum.categoryId();
  for (const { title, count, size } of SETS) {
    const background = { ...size, channels: 3, background: "#2f7d6b" } as const;
    const attachmentIds: string[] = [];
    for (let place = 0; place < count; place++) {
      const bytes = await sharp({ create: background }).png().toBuffer();
      attachmentIds.push((await ada.upload(`${place}.png`, bytes)).id);
    }
    await publish(ada, { categoryId, title, attachmentIds });
  }
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test.each([1440, 1024, 390])(
  "pictures stand in line with their row and end within it, at %i px",
  async (width) => {
    const page = await browser.openPage({ width, height: 900 });
    await visit(page, "/");
    for (const { title, count } of SETS) {
      const row = page.locator("article", { has: page.getByRole("link", { name: title, exact: true }) });
      await row.scrollIntoViewIfNeeded();
      const places = await row.locator("picture img").evaluateAll((images) =>
        images.map((image) => {
          const { left, right, top, bottom } = image.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      const edges = await row.evaluate((article) => {
        const { left, right } = article.getBoundingClientRect();
        const words = article.querySelector("h3")!.getBoundingClientRect();
        return { left, right, words: words.left };
      });

      expect([title, places.length]).toEqual([title, Math.min(count, SHOWN_MAX)]);
      expect(places.at(-1)!.right, title).toBeLessThanOrEqual(edges.right);
      // One alone stands beside the words.
      if (count > 1) expect(places[0]!.left, title).toBeCloseTo(edges.words, 0);
      for (const [index, place] of places.entries()) {
        if (index > 0) expect(place.left - places[index - 1]!.right, title).toBeCloseTo(GAP_PX, 0);
        expect((place.right - place.left) / (place.bottom - place.top), title).toBeCloseTo(4 / 3, 1);
      }
    }
    await browser.expectNoComplaints();
  },
);

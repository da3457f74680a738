import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { visit } from "../journeys/steps.ts";
import { type Browser, PHONE } from "../support/browser.ts";
import type { Person } from "../support/person.ts";

/** Windows in which people look at all pages with the gallery. */
export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 820, height: 1100 },
  { width: 390, height: 844 },
] as const;

/** Height of a picture in the docs, in pixels; the desk and the phone stand side by side. */
const PICTURE_HEIGHT = 420;
const GAP = 16;
const QUALITY = 55;

/** A page with the places that it has. */
export interface Stop {
  readonly name: string;
  readonly path: string;
  readonly desk: readonly string[];
  readonly phone: readonly string[];
}

/** Waits until the gallery has filled a place. */
export async function waitForGallery(page: Page, stop: Stop, isPhone: boolean): Promise<void> {
  for (const place of isPhone ? stop.phone : stop.desk)
    await page.locator(`[data-hook="${place}"]`).first().waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
}

/** Takes pictures of whole pages at every width, in both themes, for people to look at. */
export async function takeScreenshots(
  browser: Browser,
  person: Person,
  stops: readonly Stop[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const size of WIDTHS)
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.openPage({ ...size, colorScheme, person });
      for (const stop of stops) {
        await visit(page, stop.path);
        await waitForGallery(page, stop, size.width < 800);
        const path = join(folder, `${stop.name}-${size.width}-${colorScheme}.png`);
        await page.screenshot({
          path,
          clip: { x: 0, y: 0, width: size.width, height: 2200 },
          fullPage: true,
        });
      }
      await page.close();
    }
}

/** Shows the mark of one place alone, and moves the page to it. */
async function showOnly(page: Page, place: string): Promise<Buffer> {
  // The policy of pages refuses style elements.
  const wear = (css: string) =>
    page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
  await wear(`
    .gallery:not([data-hook="${place}"]) { outline: 0 !important }
    .gallery:not([data-hook="${place}"]) > .gallery-name { display: none !important }
    .gallery[data-hook="${place}"] { outline: 3px solid #b3261e !important; outline-offset: 1px !important; min-height: 28px }
    .gallery[data-hook="${place}"] > .gallery-name { font-size: 15px !important; font-weight: 600 !important }`);
  await page
    .locator(`[data-hook="${place}"]`)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center" });
    });
  const picture = await page.screenshot();
  await wear("");
  return picture;
}

/** Draws the pictures of the docs: for each place the page that has it, on a desk and where it is there on a phone. */
export async function drawHookPictures(
  browser: Browser,
  person: Person,
  stops: readonly Stop[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const shots = new Map<string, Buffer[]>();
  for (const device of [WIDTHS[0], PHONE]) {
    const page = await browser.openPage({ ...device, person });
    const isPhone = device.width < 800;
    for (const stop of stops) {
      await visit(page, stop.path);
      await waitForGallery(page, stop, isPhone);
      for (const place of isPhone ? stop.phone : stop.desk) {
        if (shots.has(place) === !isPhone) continue;
        if (isPhone && shots.get(place)!.length > 1) continue;
        const picture = await sharp(await showOnly(page, place))
          .resize({ height: PICTURE_HEIGHT })
          .toBuffer();
        shots.set(place, [...(shots.get(place) ?? []), picture]);
      }
    }
    await page.close();
  }
  for (const [place, pictures] of shots)
    writeFileSync(join(folder, `${place.replace("@", ".")}.webp`), await sideBySide(pictures));
}

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const widths = await Promise.all(pictures.map(async (each) => (await sharp(each).metadata()).width));
  const layers = pictures.map((input, index) => ({
    input,
    top: 0,
    left: widths.slice(0, index).reduce((sum, each) => sum + each + GAP, 0),
  }));
  const width = widths.reduce((sum, each) => sum + each, GAP * (pictures.length - 1));
  return sharp({ create: { width, height: PICTURE_HEIGHT, channels: 3, background: "#ffffff" } })
    .composite(layers)
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer();
}

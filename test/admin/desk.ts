import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ready } from "../journeys/steps.ts";
import { expectNoViolations } from "../support/browser.ts";

/** Opens a page of the administration and waits until it can be worked with. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState("networkidle");
}

/** Fails with what axe finds in the light or in the dark. */
export async function expectCleanInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Gives the new values in the list of changes, in order. */
export async function expectDifference(page: Page, ...after: string[]): Promise<void> {
  const shown = page.getByRole("list", { name: "Changes" }).last().locator("ins");
  await expect
    .poll(async () => (await shown.allInnerTexts()).map((text) => text.replace(/^After:\s*/, "")))
    .toEqual(after);
}

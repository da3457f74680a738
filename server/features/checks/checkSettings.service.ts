import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";

/** Settings of checks by an outside service. */
export interface CheckSettings {
  readonly checksTexts: boolean;
  readonly checksPictures: boolean;
  /** True if a text is hidden until the service has passed it. */
  readonly isClosed: boolean;
}

/** Reads the settings of checks; null while nothing is checked. */
export async function checkSettings(ctx: Context): Promise<CheckSettings | null> {
  const settings = await getSettings(ctx);
  const checksTexts = settings["checks.check_texts"] === "1";
  const checksPictures = settings["checks.check_pictures"] === "1";
  if (settings["checks.check_service"] === "none" || !(checksTexts || checksPictures)) return null;
  return { checksTexts, checksPictures, isClosed: settings["checks.check_failure"] === "closed" };
}

import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { settingAt } from "./catalogue/catalogue.ts";
import { saveSettings } from "./save.service.ts";
import { Setting } from "./setting.entity.ts";
import type { LegacySettingInput, LegacySettingRef } from "./setting.input.ts";
import { SCALES_DIFFER } from "./catalogue/settingRules.ts";
import { getSettings, shownValue } from "./setting.service.ts";

/** A setting as legacy clients read it. */
export interface LegacySetting {
  readonly key: string;
  readonly value: string;
  readonly tag: string;
}

/**
 * The setting of a key and tag in a list, or an empty list if it was never saved and has no default. Secrets are
 * asterisks, unlike with the predecessor; saving the asterisks keeps what is stored.
 */
export async function readSettingForLegacy(
  ctx: Context,
  { key, tag }: LegacySettingRef,
): Promise<LegacySetting[]> {
  const setting = settingAt(tag, key);
  if (!setting) return [];
  const value = (await getSettings(ctx))[setting.name];
  const stored = await ctx.db.existsBy(Setting, { tag, key });
  return stored || value !== "" ? [{ key, value: shownValue(setting, value), tag }] : [];
}

/** What the predecessor says about values that do not fit, where it has words of its own. */
const TEXTS: Readonly<Record<string, string>> = {
  site_expire: "请输入正确的付费模式过期天数：0~1000000",
};

/** `saveSettings`; what is wrong is told in `Data`, as the predecessor does. */
export async function saveSettingsForLegacy(ctx: Context, entries: LegacySettingInput[]): Promise<[]> {
  try {
    await saveSettings(ctx, entries);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INVALID_PARAMETER") throw error;
    const { field = "", data } = error.details;
    if (data === SCALES_DIFFER) throw invalid(field, SCALES_DIFFER, SCALES_DIFFER);
    const known = ctx.locale === "en" ? undefined : TEXTS[field];
    throw new DomainError("INVALID_PARAMETER", { field, data: known ?? error.textIn(ctx.locale) });
  }
}

import type { Locale } from "../../i18n/texts.ts";
import { permissionTexts } from "./permission.texts.ts";
import type { Extent, PermissionKey, PluginKey } from "./permissionGrid.ts";

/** Names of categories that a sentence lists; further ones are counted. */
const NAMES_MAX = 3;

/** Restrictions oblige instead of allowing. */
const OBLIGES: ReadonlySet<PermissionKey | PluginKey> = new Set([
  "createThreadWithCaptcha",
  "publishNeedBindPhone",
  "publishNeedBindWechat",
]);

/** Names a permission as the end of a sentence that begins with "Members may …". */
export function wordsOf(locale: Locale, permission: PermissionKey | PluginKey): string {
  return typeof permission === "string" ? permissionTexts[locale][permission] : permission.label;
}

/**
 * Says in one sentence what a group may do where: 「成员可以在“茶”发帖」, "Members may reply to threads in Tea."
 * @param nameOf the name of a category by its id
 */
export function permissionSentence(
  locale: Locale,
  permission: PermissionKey | PluginKey,
  extent: Extent,
  nameOf: (categoryId: string) => string,
): string {
  const what = wordsOf(locale, permission);
  const isNone = extent !== "all" && extent.length === 0;
  const place = placeOf(locale, extent, nameOf);
  if (locale === "en") {
    if (OBLIGES.has(permission)) return isNone ? `Members need not: “${what}”.` : `Members ${what}.`;
    return `Members ${isNone ? "may not" : "may"} ${what}${place}.`;
  }
  if (OBLIGES.has(permission)) return isNone ? `不要求成员${what.replace("必须", "")}` : `成员${what}`;
  return `成员${isNone ? "不可以" : "可以"}${place}${what}`;
}

function placeOf(locale: Locale, extent: Extent, nameOf: (categoryId: string) => string): string {
  if (extent === "all" || extent.length === 0) return "";
  const names = extent.slice(0, NAMES_MAX).map(nameOf);
  const more = extent.length - names.length;
  if (locale === "en") return ` in ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `在${names.map((name) => `“${name}”`).join("、")}${more > 0 ? `等 ${extent.length} 个板块` : ""}`;
}

/** Extent of a permission in a few words, for the difference before a save. */
export function extentText(
  extent: Extent,
  words: { everywhere: string; nowhere: string },
  nameOf: (categoryId: string) => string,
): string {
  if (extent === "all") return words.everywhere;
  return extent.length === 0 ? words.nowhere : extent.map(nameOf).join(", ");
}

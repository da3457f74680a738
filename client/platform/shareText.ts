import { cut } from "./graphemes.ts";

/** Longest title that is shared, in characters as people count them (spec §9). */
export const SHARE_TITLE_MAX = 17;
/** Title of what has none when it is shared (spec §9): the product's name. */
export const SHARE_TITLE_DEFAULT = "Luntan 论坛";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: "" };

/** A text without markup and without any white space (spec §9). */
export function bareText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/gu, "");
}

/** The title under which something is shared: bare, at most 17 characters, never empty. */
export function shareTitle(title: string | null | undefined, siteName = ""): string {
  return (
    cut(bareText(title ?? ""), SHARE_TITLE_MAX) ||
    cut(bareText(siteName), SHARE_TITLE_MAX) ||
    SHARE_TITLE_DEFAULT
  );
}

import type { StopWordAction } from "../../gql/graphql.ts";

/** Fields in which a word has an action of its own, in the order of a line. */
export const FIELDS = ["ugc", "username", "signature", "dialog", "nickname"] as const;
/** Longest replacement, in characters. */
export const REPLACEMENT_MAX = 255;
/** Text that stands for a word by default. */
const REPLACEMENT = "**";

/** A stop word as it is edited. */
export type EditedWord = Readonly<Record<(typeof FIELDS)[number], StopWordAction>> & {
  readonly find: string;
  readonly replacement: string;
};

const CONTENT_ACTIONS: readonly StopWordAction[] = ["IGNORE", "REPLACE", "REVIEW", "BAN"];
const OTHER_ACTIONS: readonly StopWordAction[] = ["IGNORE", "BAN"];
const TOKENS: Readonly<Record<StopWordAction, string>> = {
  IGNORE: "{IGNORE}",
  REVIEW: "{MOD}",
  BAN: "{BANNED}",
  REPLACE: "{REPLACE}",
};

/** Content knows all actions; names, signatures and messages are refused or not. */
export function actionsOf(field: (typeof FIELDS)[number]): readonly StopWordAction[] {
  return field === "ugc" ? CONTENT_ACTIONS : OTHER_ACTIONS;
}

/** A word as a line of an import says it. */
export function lineOf(word: EditedWord): string {
  const replacement = word.replacement.trim();
  const isOwn = word.ugc === "REPLACE" && replacement !== "" && replacement !== REPLACEMENT;
  const [first, ...others] = FIELDS.map((field) => TOKENS[word[field]]);
  return `${word.find}=${[isOwn ? replacement : first, ...others].join("|")}`;
}

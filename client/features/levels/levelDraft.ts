import type { LevelInput } from "../../gql/graphql.ts";

/** Facts that levels ask for, as fields of a level and by the names of their texts. */
export const FACTS = [
  ["daysJoined", "DAYS_JOINED"],
  ["daysVisited", "DAYS_VISITED"],
  ["postsRead", "POSTS_READ"],
  ["repliesWritten", "REPLIES_WRITTEN"],
  ["likesReceived", "LIKES_RECEIVED"],
  ["likesGiven", "LIKES_GIVEN"],
  ["daysClean", "DAYS_CLEAN"],
] as const;

/** Highest minimum of a fact, and most days of grace; the server refuses more. */
export const MINIMUM_MAX = 1_000_000;
/** Most days of grace. */
export const GRACE_MAX = 365;
/** Most levels. */
export const LEVELS_MAX = 10;

/** Number fields of a level. */
export type NumberName = (typeof FACTS)[number][0] | "graceDays";

/** A level that is being written, its numbers as they are typed. */
export type LevelDraft = Readonly<Record<NumberName, string>> & {
  readonly groupId: string;
  readonly isEnabled: boolean;
};

const NUMBER_NAMES: readonly NumberName[] = [...FACTS.map(([name]) => name), "graceDays"];

/** A level that was saved. */
export type SavedLevel = Readonly<Record<NumberName, number>> & {
  readonly isEnabled: boolean;
  readonly group: { readonly id: string };
};

/** Gives a saved level as a draft. */
export function draftOf(level: SavedLevel): LevelDraft {
  const numbers = Object.fromEntries(NUMBER_NAMES.map((name) => [name, String(level[name])]));
  return { ...numbers, groupId: level.group.id, isEnabled: level.isEnabled } as LevelDraft;
}

/** A new level, which is off and asks nothing. */
export function newDraft(groupId: string): LevelDraft {
  const numbers = Object.fromEntries(NUMBER_NAMES.map((name) => [name, name === "graceDays" ? "14" : "0"]));
  return { ...numbers, groupId, isEnabled: false } as LevelDraft;
}

/** Gives the most that a number may be. */
export function maxOf(name: NumberName): number {
  return name === "graceDays" ? GRACE_MAX : MINIMUM_MAX;
}

/** True if what is typed is a number that the server takes. */
export function isFine(name: NumberName, text: string): boolean {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) <= maxOf(name);
}

/** Gives drafts as the server takes them; null while a number is not fine. */
export function inputsOf(drafts: readonly LevelDraft[]): LevelInput[] | null {
  if (!drafts.every((draft) => NUMBER_NAMES.every((name) => isFine(name, draft[name])))) return null;
  return drafts.map(({ groupId, isEnabled, ...numbers }) => {
    const values = Object.fromEntries(NUMBER_NAMES.map((name) => [name, Number(numbers[name])]));
    return { groupId, isEnabled, ...values } as LevelInput;
  });
}

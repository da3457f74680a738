import type { DraftPollInput, PollInput } from "../../gql/graphql.ts";

/** Fewest and most options, and the longest texts, in characters; the server has the last word. */
export const [OPTIONS_MIN, OPTIONS_MAX, OPTION_MAX, QUESTION_MAX] = [2, 20, 50, 25];
/** Longest time until the end of a poll: a year, in milliseconds. */
const LASTS_MAX_MS = 365 * 86_400_000;

/** A poll as it is typed: empty options are left out, and an empty title means that of the thread. */
export type PollDraft = Readonly<
  DraftPollInput & {
    /** Null for a poll that its author ends. */
    endsAt: string | null;
  }
>;

/** The poll that the fields show first. */
export const FIRST_POLL: PollDraft = {
  title: "",
  kind: "SINGLE",
  options: ["", ""],
  isSecret: false,
  resultsVisible: "ALWAYS",
  endsAt: null,
};

/** Writes texts alike that differ only by case, width or blanks. */
const normalized = (text: string): string =>
  text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Tells of each option whether its text is that of an earlier one. */
export function repeatedOptions(options: readonly string[]): boolean[] {
  const texts = options.map(normalized);
  return texts.map((text, index) => text !== "" && texts.indexOf(text) < index);
}

/** True if a poll may end at a time: in the future, and at most a year from now. */
export function isPossibleEnd(endsAt: string | null, now: number): boolean {
  const time = endsAt === null ? null : Date.parse(endsAt);
  return time === null || (time > now && time <= now + LASTS_MAX_MS);
}

/** Reads what was typed; null if something is missing or wrong. @param now milliseconds since 1970 */
export function pollPlanOf(draft: PollDraft, now: number): PollInput | null {
  const { title, kind, isSecret, resultsVisible, endsAt } = draft;
  const options = draft.options.map((option) => option.trim()).filter((option) => option !== "");
  if (options.length < OPTIONS_MIN || repeatedOptions(options).includes(true)) return null;
  if (!isPossibleEnd(endsAt, now)) return null;
  return { title: title.trim(), kind, options, isSecret, resultsVisible, endsAt };
}

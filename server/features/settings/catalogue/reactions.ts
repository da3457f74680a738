import { invalid } from "../../../core/errors.ts";

/** Reactions that a forum offers beside the like. */
const REACTIONS_MAX = 8;
/** Length of one, in UTF-16 units: an emoji with joiners and variations. */
const UNITS_MAX = 32;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})[\p{Emoji}\p{Emoji_Component}]*$/u;

/** Reactions of a new forum, separated by blanks. */
export const DEFAULT_REACTIONS = "😄 🎉 👏 😮 😢 🤔";

/** Splits the setting into its emojis, without repeating one. */
export function reactionsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,，、]+/).filter(Boolean))];
}

/** Refuses what is no emoji, and too many. @throws {DomainError} INVALID_PARAMETER. */
export function checkReactions(text: string): void {
  const reactions = reactionsOf(text);
  if (reactions.length > REACTIONS_MAX)
    throw invalid(
      "site_reactions",
      `最多 ${REACTIONS_MAX} 个表情`,
      `There are at most ${REACTIONS_MAX} reactions.`,
    );
  const wrong = reactions.find((each) => !EMOJI.test(each) || each.length > UNITS_MAX);
  if (wrong !== undefined)
    throw invalid("site_reactions", "只能填写用空格分隔的表情", "Write emojis with blanks between them.");
}

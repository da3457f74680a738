/** Length of the column for a reaction, in UTF-16 units: an emoji with joiners and variations. */
export const REACTION_LENGTH = 32;
/** Length of the column with the counts of all reactions to a text: sets change, and old reactions stay counted. */
export const REACTIONS_LENGTH = 400;

/** Kinds of reactions that are counted of one text: those of the set, and of an earlier one. */
const KINDS_MAX = 10;

/** Reactions of one kind to a text. */
export interface CountedReaction {
  readonly emoji: string;
  readonly count: number;
}

/** Reads the counts that a text stores as `😄:3 🎉:1`. */
export function countedReactions(text: string): CountedReaction[] {
  if (text === "") return [];
  return text.split(" ").map((part) => {
    const end = part.lastIndexOf(":");
    return { emoji: part.slice(0, end), count: Number(part.slice(end + 1)) };
  });
}

/** Writes counts as a text stores them; the rarest do not fit where an owner has changed the set often. */
export function reactionsText(counts: readonly CountedReaction[]): string {
  let text = "";
  for (const { emoji, count } of counts.slice(0, KINDS_MAX)) {
    const longer = `${text}${text && " "}${emoji}:${count}`;
    if (longer.length > REACTIONS_LENGTH) break;
    text = longer;
  }
  return text;
}

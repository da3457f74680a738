import { stored, store } from "../../platform/storage.ts";

/** One picture character. */
export interface Emoji {
  unicode: string;
  label: string;
  /** All words by which it is found, in lower case. */
  words: string;
}

/** Characters of one kind. */
export interface EmojiGroup {
  key: string;
  name: string;
  emojis: readonly Emoji[];
}

interface Source {
  unicode: string;
  label: string;
  group?: number;
  tags?: string[];
}

/** Parts of other characters, such as tones of skin: nothing that is written by itself. */
const COMPONENTS_GROUP = 2;
const RECENT_KEY = "emoji_recent";
/** Characters that are remembered as used last. */
export const RECENT_MAX = 24;

/** Reads the characters with their names in a language; each language is a file of its own. */
export async function loadEmojis(locale: string): Promise<EmojiGroup[]> {
  const [{ default: found }, { default: messages }] =
    locale === "en"
      ? await Promise.all([
          import("emojibase-data/en/compact.json"),
          import("emojibase-data/en/messages.json"),
        ])
      : await Promise.all([
          import("emojibase-data/zh/compact.json"),
          import("emojibase-data/zh/messages.json"),
        ]);
  const all = (found as Source[]).map(({ unicode, label, group, tags = [] }) => ({
    group,
    emoji: { unicode, label, words: [label, ...tags].join(" ").toLowerCase() },
  }));
  return messages.groups
    .filter(({ order }) => order !== COMPONENTS_GROUP)
    .map(({ key, message, order }) => ({
      key,
      name: message,
      emojis: all.filter(({ group }) => group === order).map(({ emoji }) => emoji),
    }))
    .filter(({ emojis }) => emojis.length > 0);
}

/** The characters that all words of a search name, at most `most`. */
export function findEmojis(groups: readonly EmojiGroup[], query: string, most: number): Emoji[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = groups.flatMap(({ emojis }) => emojis);
  return all.filter((emoji) => words.every((word) => emoji.words.includes(word))).slice(0, most);
}

/** The characters that were used last, newest first. */
export function recentEmojis(): string[] {
  const found = stored<unknown>(RECENT_KEY);
  return Array.isArray(found) ? found.filter((each) => typeof each === "string").slice(0, RECENT_MAX) : [];
}

/** Remembers a character as used just now. */
export function rememberEmoji(unicode: string): void {
  store(RECENT_KEY, [unicode, ...recentEmojis().filter((each) => each !== unicode)].slice(0, RECENT_MAX));
}

import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { row, rows } from "../../core/sql.ts";
import { getSettings } from "../settings/setting.service.ts";
import { StopWordAction, type StopWord } from "./stopWord.entity.ts";
import { CensoredField, type StopWordVerdict } from "./stopWord.view.ts";
import { WordFilter, type Hit } from "./wordFilter.ts";

/** What is kept of a stop word in memory. */
type Word = Pick<StopWord, "find" | "replacement" | "ugc" | "username" | "signature" | "dialog" | "nickname">;
type Column = "ugc" | "username" | "signature" | "dialog" | "nickname";

const { IGNORE, REVIEW, BAN, REPLACE } = StopWordAction;
const COLUMN: Readonly<Record<CensoredField, Column>> = {
  [CensoredField.TITLE]: "ugc",
  [CensoredField.BODY]: "ugc",
  [CensoredField.USERNAME]: "username",
  [CensoredField.NICKNAME]: "nickname",
  [CensoredField.SIGNATURE]: "signature",
  [CensoredField.DIALOG]: "dialog",
};
/** The stop word that switches private messages off (legacy-facts 5.7). */
const NO_MESSAGES = "{1}";
const STRICTNESS = [IGNORE, REPLACE, REVIEW, BAN];
/** How long a list that another process changed stays in use, in milliseconds. */
const VERSION_MAX_AGE_MS = 2_000;

/** The filter in use, and which list it was made of. */
interface InUse {
  readonly version: string;
  readonly filter: WordFilter<Word>;
  readonly noMessages: boolean;
}

const inUse = new WeakMap<Services, InUse>();
const building = new WeakMap<Services, { readonly version: string; readonly work: Promise<InUse> }>();

/** Tells lists apart: how many words there are, and when one was last added, changed or removed. */
const cachedVersion = cached(async (ctx) => {
  const found = await row<{ n: number; last: number | null; at: string | Date | null }>(
    ctx,
    "SELECT COUNT(*) AS n, MAX(w.id) AS last, MAX(w.updatedAt) AS at FROM stop_words w",
  );
  return `${found!.n} ${found!.last} ${String(found!.at)}`;
}, VERSION_MAX_AGE_MS);

/** Lets the next text be judged by the new list; until it is built, the old one is in use. */
export function forgetStopWords(ctx: Context): void {
  cachedVersion.forget(ctx.services);
}

/** Builds the filter of today's list and then puts it in use, all at once. @returns when it is in use */
export async function buildFilter(ctx: Context): Promise<void> {
  cachedVersion.forget(ctx.services);
  await build(ctx, await cachedVersion.get(ctx));
}

/** The filter in use. The first text of a program waits for it; later lists are built beside it. */
async function filterFor(ctx: Context): Promise<InUse> {
  const { services } = ctx;
  const version = await cachedVersion.get(ctx);
  const current = inUse.get(services);
  if (current?.version === version) return current;
  const made = build(ctx, version);
  if (!current) return made;
  made.catch((error: unknown) => services.log.error({ error: String(error) }, "stop words not built"));
  return current;
}

/** Lists are built one after the other, so that the newest is in use in the end. */
function build(ctx: Context, version: string): Promise<InUse> {
  const { services } = ctx;
  const running = building.get(services);
  if (running?.version === version) return running.work;
  const earlier: Promise<unknown> = running?.work.catch(() => undefined) ?? Promise.resolve();
  const work = earlier.then(async (): Promise<InUse> => {
    const words = await rows<Word>(
      { ...ctx, writing: false },
      "SELECT w.find, w.replacement, w.ugc, w.username, w.signature, w.dialog, w.nickname FROM stop_words w",
    );
    const filter = await WordFilter.of(words);
    const noMessages = words.some(({ find, dialog }) => find === NO_MESSAGES && dialog === BAN);
    const made = { version, filter, noMessages };
    inUse.set(services, made);
    return made;
  });
  building.set(services, { version, work });
  const done = (): void => {
    if (building.get(services)?.work === work) building.delete(services);
  };
  work.then(done, done);
  return work;
}

/** What the words found make of a text, whatever the field does with it. */
export async function judge(ctx: Context, field: CensoredField, text: string): Promise<StopWordVerdict> {
  const column = COLUMN[field];
  const { filter } = await filterFor(ctx);
  const hits = filter.hitsIn(text).filter(({ word }) => word[column] !== IGNORE);
  const strictest = Math.max(0, ...hits.map(({ word }) => STRICTNESS.indexOf(word[column])));
  return {
    action: STRICTNESS[strictest]!,
    text: replaced(
      text,
      hits.filter(({ word }) => word[column] === REPLACE),
    ),
    words: [...new Set(hits.map(({ word }) => word.find))],
  };
}

function replaced(text: string, hits: readonly Hit<Word>[]): string {
  let result = "";
  let at = 0;
  for (const { word, start, end } of hits) {
    if (start < at) continue;
    result += text.slice(at, start) + word.replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** A text that may be stored, and the words because of which it waits for approval. */
export interface Censored {
  readonly text: string;
  readonly heldBackBy: readonly string[];
}

/**
 * Applies the stop words to a text before it is stored: replaces, holds back or refuses (legacy-facts 5.7).
 * @throws {DomainError} STOP_WORD for what must not be said; NICKNAME_NOT_ALLOWED for names.
 */
export async function censor(ctx: Context, field: CensoredField, text: string): Promise<Censored> {
  if (text === "" || (await getSettings(ctx)).censor !== "1") return { text, heldBackBy: [] };
  const { action, text: cleaned, words } = await judge(ctx, field, text);
  if (action === BAN) {
    const isName = field === CensoredField.USERNAME || field === CensoredField.NICKNAME;
    throw new DomainError(isName ? "NICKNAME_NOT_ALLOWED" : "STOP_WORD", { field: field.toLowerCase() });
  }
  return { text: cleaned, heldBackBy: action === REVIEW ? words : [] };
}

/** Whether the stop word `{1}` switches private messages off. */
export async function areMessagesDisabled(ctx: Context): Promise<boolean> {
  return (await filterFor(ctx)).noMessages;
}

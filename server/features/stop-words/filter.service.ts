import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { literal } from "../../core/markdown/literal.ts";
import { row, rows } from "../../core/sql.ts";
import { getSettings } from "../settings/setting.service.ts";
import { slices } from "../../core/slices.ts";
import { StopWordAction } from "./stopWord.entity.ts";
import { CensoredField, type StopWordVerdict } from "./stopWord.view.ts";
import { tallyHits } from "./tally.service.ts";
import { activeWord, actionIn, verdictOf, type ActiveWord, type Ruled } from "./verdict.ts";
import { WordFilter } from "./wordFilter.ts";

const { REVIEW, BAN } = StopWordAction;
/** The stop word that switches private messages off (legacy-facts 5.7). */
const NO_MESSAGES = "{1}";
/** How long a list that another process changed stays in use, in milliseconds. */
const VERSION_MAX_AGE_MS = 2_000;
/** Words that are read together, so that reading fifty thousand of them stops nobody. */
const READ_TOGETHER = 1_000;

/** The filter in use, and which list it was made of. */
interface InUse {
  readonly version: number;
  readonly filter: WordFilter<ActiveWord>;
  readonly noMessages: boolean;
}

/** A build that runs, and the one after it, for all who changed the list meanwhile. */
interface Building {
  readonly running: Promise<InUse>;
  next: Promise<InUse> | null;
}

const inUse = new WeakMap<Services, InUse>();
const building = new WeakMap<Services, Building>();

/** Tells lists apart. One row, since this is asked whenever somebody writes. */
const cachedVersion = cached(async (ctx) => {
  const found = await row<{ version: number }>(ctx, "SELECT l.version FROM stop_word_list l WHERE l.id = 1");
  return Number(found?.version ?? 0);
}, VERSION_MAX_AGE_MS);

/** Lets the next text be judged by the new list; until it is built, the old one is in use. */
export function forgetStopWords(ctx: Context): void {
  cachedVersion.forget(ctx.services);
}

/** Builds the filter of today's list and then puts it in use, all at once. @returns when it is in use */
export async function buildFilter(ctx: Context): Promise<void> {
  await build(ctx);
}

/** The filter in use. The first text of a program waits for it; later lists are built beside it. */
async function filterFor(ctx: Context): Promise<InUse> {
  const { services } = ctx;
  const version = await cachedVersion.get(ctx);
  const current = inUse.get(services);
  if (current?.version === version) return current;
  const made = build(ctx);
  if (!current) return made;
  made.catch((error: unknown) => services.log.error({ error: String(error) }, "stop words not built"));
  return current;
}

/** The filter in use and which list it is of, for trials. */
export async function filterInUse(
  ctx: Context,
): Promise<{ version: number; filter: WordFilter<ActiveWord> }> {
  await buildFilter(ctx);
  return inUse.get(ctx.services)!;
}

/**
 * One list is built at a time. What was changed since that began is in the next one, which all wait for together: a
 * hundred changes in a second cost a few builds.
 */
function build(ctx: Context): Promise<InUse> {
  const { services } = ctx;
  const current = building.get(services);
  if (current) return (current.next ??= current.running.catch(() => undefined).then(() => begin(ctx)));
  return begin(ctx);
}

function begin(ctx: Context): Promise<InUse> {
  const running = buildNewest(ctx);
  const made: Building = { running, next: null };
  building.set(ctx.services, made);
  const done = (): void => {
    if (building.get(ctx.services) === made && !made.next) building.delete(ctx.services);
  };
  running.then(done, done);
  return running;
}

async function buildNewest(ctx: Context): Promise<InUse> {
  const { services } = ctx;
  cachedVersion.forget(services);
  const version = await cachedVersion.get(ctx);
  const current = inUse.get(services);
  if (current?.version === version) return current;
  const words = await readWords(ctx);
  const filter = await WordFilter.of(words);
  const noMessages = words.some(
    (word) => word.find === NO_MESSAGES && actionIn(CensoredField.DIALOG, word) === BAN,
  );
  const made = { version, filter, noMessages };
  inUse.set(services, made);
  return made;
}

/** All words, some at a time. A list that changes meanwhile has another version by then and is read again. */
async function readWords(ctx: Context): Promise<ActiveWord[]> {
  const words: ActiveWord[] = [];
  const pause = slices(1);
  for (let last = 0; ;) {
    const part = await rows<Ruled & { id: number }>(
      { ...ctx, writing: false },
      `SELECT w.id, w.find, w.replacement, w.ugc, w.username, w.signature, w.dialog, w.nickname FROM stop_words w
       WHERE w.id > ? ORDER BY w.id LIMIT ?`,
      [last, READ_TOGETHER],
    );
    for (const word of part) words.push(activeWord(word));
    if (part.length < READ_TOGETHER) return words;
    last = Number(part.at(-1)!.id);
    await pause();
  }
}

/** What the words found make of a text, as its readers see it. */
export async function judge(ctx: Context, field: CensoredField, text: string): Promise<StopWordVerdict> {
  const { filter } = await filterFor(ctx);
  return verdictOf(filter, field, text);
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
  const { filter } = await filterFor(ctx);
  const written = field === CensoredField.BODY ? literal : undefined;
  const { action, text: cleaned, words } = verdictOf(filter, field, text, written);
  if (words.length > 0) tallyHits(ctx, action, words);
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

import { cached } from "../../../core/cached.ts";
import type { Context, Services } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { literal } from "../../../core/markdown/literal.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { slices } from "../../../core/slices.ts";
import { StopWordAction } from "../stopWord.entity.ts";
import { readNextWords, readVersion } from "../stopWord.sql.ts";
import { CensoredField, type StopWordVerdict } from "../stopWord.view.ts";
import { tallyHits } from "./tally.service.ts";
import { activeWord, actionIn, verdictOf, type ActiveWord, type Ruled } from "./verdict.ts";
import { WordFilter } from "./wordFilter.ts";

const { REVIEW, BAN } = StopWordAction;
/** The stop word that switches private messages off (legacy-facts 5.7). */
const NO_MESSAGES = "{1}";
/** Longest use of a list that another process has changed, in milliseconds. */
const VERSION_MAX_AGE_MS = 2_000;
/** Words that are read together, so that reading fifty thousand of them stops nobody. */
const READ_TOGETHER = 1_000;

/** A stop word with its id, as the list has it. */
type Listed = Ruled & { readonly id: number };

/** The filter in use, and which list it was made of. */
interface InUse {
  readonly version: number;
  readonly words: ReadonlyMap<number, ActiveWord>;
  readonly filter: WordFilter<ActiveWord>;
  readonly noMessages: boolean;
}

/** Differences between one version of the list and the one before it. */
export interface ListChange {
  readonly version: number;
  readonly written: readonly Listed[];
  readonly removed: readonly number[];
}

/** A build that runs, and the one after it, for all who changed the list meanwhile. */
interface Building {
  readonly running: Promise<InUse>;
  next: Promise<InUse> | null;
}

const inUse = new WeakMap<Services, InUse>();
const building = new WeakMap<Services, Building>();
/** Small changes that this program made, by version: with these a list need not be read anew. */
const changes = new WeakMap<Services, Map<number, ListChange>>();

/** The version of the list, read as one row since every write checks it. */
const cachedVersion = cached(readVersion, VERSION_MAX_AGE_MS);

/**
 * Builds the filter of today's list and then puts it in use, all at once.
 * @param change what was just committed, if that is known and small
 * @returns when it is in use
 */
export async function buildFilter(ctx: Context, change?: ListChange | null): Promise<void> {
  if (change) {
    const known = changes.get(ctx.services) ?? new Map<number, ListChange>();
    changes.set(ctx.services, known.set(change.version, change));
  }
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

/** The filter of today's list and which that is, for trials. */
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
  const words = changedWords(services, current, version) ?? (await readWords(ctx));
  const active = [...words.values()];
  const filter = await WordFilter.of(active);
  const noMessages = active.some(
    (word) => word.find === NO_MESSAGES && actionIn(CensoredField.DIALOG, word) === BAN,
  );
  const made = { version, words, filter, noMessages };
  inUse.set(services, made);
  return made;
}

/** The words of a version, made of those in use; null if not every change between the two is known. */
function changedWords(
  services: Services,
  current: InUse | undefined,
  version: number,
): ReadonlyMap<number, ActiveWord> | null {
  const known = changes.get(services) ?? new Map<number, ListChange>();
  const since = [...known].filter(([made]) => made > (current?.version ?? 0) && made <= version);
  for (const made of known.keys()) if (made <= version) known.delete(made);
  if (!current || since.length < version - current.version) return null;
  const words = new Map(current.words);
  for (const [, { removed, written }] of since.sort(([one], [other]) => one - other)) {
    for (const id of removed) words.delete(id);
    for (const word of written) words.set(word.id, activeWord(word));
  }
  return words;
}

/** All words, some at a time. A list that changes meanwhile has another version by then and is read again. */
async function readWords(ctx: Context): Promise<ReadonlyMap<number, ActiveWord>> {
  const words = new Map<number, ActiveWord>();
  const pause = slices(1);
  for (let last = 0; ;) {
    const part = await readNextWords({ ...ctx, writing: false }, last, READ_TOGETHER);
    for (const word of part) words.set(Number(word.id), activeWord(word));
    if (part.length < READ_TOGETHER) return words;
    last = Number(part.at(-1)!.id);
    await pause();
  }
}

/** Applies the current list to a text, as its readers would see it. */
export async function judge(ctx: Context, field: CensoredField, text: string): Promise<StopWordVerdict> {
  const { filter } = await filterInUse(ctx);
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

/** True if the stop word `{1}` switches private messages off. */
export async function areMessagesDisabled(ctx: Context): Promise<boolean> {
  return (await filterFor(ctx)).noMessages;
}

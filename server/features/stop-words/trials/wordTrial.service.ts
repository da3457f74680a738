import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseOptionalId } from "../../../core/ids.ts";
import { slices } from "../../../core/slices.ts";
import { verb } from "../../../core/verbs.ts";
import { StopWordAction } from "../stopWord.entity.ts";
import { CensoredField } from "../stopWord.view.ts";
import { actionIn, reaches } from "../filter/verdict.ts";
import { listOf, type TriedList } from "./draftList.ts";
import { STEP_MAX, TrialKind, type StopWordTrialInput } from "./wordTrial.input.ts";
import { readPostTextsBelow, readThreadTextsBelow, readUserTextsBelow } from "./wordTrial.sql.ts";
import type { StopWordExample, StopWordFinding, StopWordTrial } from "./wordTrial.view.ts";

/** Examples of one word. */
export const EXAMPLES_MAX = 3;
/** Maximum words reported by one step. */
const FINDINGS_MAX = 500;
/** Text shown on either side of a word, in UTF-16 units. */
const AROUND = 24;
/** Rows that are read together. */
const ROWS_AT_ONCE = 25;
/** A step ends after this long even if it has not looked at everything, in milliseconds. */
const STEP_MS = 1_000;

/** One text with where it stands. */
interface Text {
  readonly field: CensoredField;
  readonly text: string;
  readonly place: Omit<StopWordExample, "before" | "found" | "after">;
}

const nowhere = { threadId: null, postId: null, number: null, userId: null };

/** Readers of each kind of text, newest first; the recycle bin is left out. */
const READ: Readonly<
  Record<TrialKind, (ctx: Context, below: number, limit: number) => Promise<{ id: number; texts: Text[] }[]>>
> = {
  async [TrialKind.THREADS](ctx, below, limit) {
    return (await readThreadTextsBelow(ctx, below, limit)).map(({ id, title, body }) => {
      const place = { ...nowhere, threadId: Number(id) };
      const texts = [
        { field: CensoredField.TITLE, text: title, place },
        { field: CensoredField.BODY, text: body, place },
      ];
      return { id: Number(id), texts };
    });
  },
  async [TrialKind.REPLIES](ctx, below, limit) {
    return (await readPostTextsBelow(ctx, below, limit)).map(({ id, threadId, number, body }) => {
      const place = { ...nowhere, threadId: Number(threadId), postId: Number(id), number };
      return { id: Number(id), texts: [{ field: CensoredField.BODY, text: body, place }] };
    });
  },
  async [TrialKind.MEMBERS](ctx, below, limit) {
    return (await readUserTextsBelow(ctx, below, limit)).map(({ id, username, nickname, signature }) => {
      const place = { ...nowhere, userId: Number(id) };
      const texts = [
        { field: CensoredField.USERNAME, text: username, place },
        { field: CensoredField.NICKNAME, text: nickname, place },
        { field: CensoredField.SIGNATURE, text: signature, place },
      ];
      return { id: Number(id), texts };
    });
  },
};

/**
 * Looks what a list of words would do to texts that exist; changes nothing. One step of at most 500 texts and a second,
 * in slices that others work between: whoever wants to know more asks for the next step, and who stops asking has
 * cancelled it. The first step of a trial is logged, since it reads what members wrote.
 * @throws {DomainError} INVALID_PARAMETER for `lines`, `below`, `first`.
 */
export const tryStopWords = verb({
  name: "tryStopWords",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: StopWordTrialInput): Promise<StopWordTrial> {
    if (!Number.isInteger(input.first) || input.first < 1 || input.first > STEP_MAX)
      throw invalid("first", `first 须在 1 到 ${STEP_MAX} 之间`, `first must be between 1 and ${STEP_MAX}.`);
    const below = parseOptionalId(input.below ?? undefined, "below") ?? Number.MAX_SAFE_INTEGER;
    const list = await listOf(ctx, input.kind, input.lines ?? null);
    return look(ctx, list, input.kind, below, input.first);
  },
});

async function look(
  ctx: Context,
  { filter, words, dropped }: TriedList,
  kind: TrialKind,
  below: number,
  most: number,
): Promise<StopWordTrial> {
  const findings = new Findings();
  const pause = slices(1);
  const until = performance.now() + STEP_MS;
  let looked = 0;
  let lastId: number | null = below;
  while (lastId !== null && looked < most && performance.now() < until) {
    const wanted = Math.min(ROWS_AT_ONCE, most - looked);
    const part: { id: number; texts: Text[] }[] = await READ[kind](ctx, lastId, wanted);
    for (const { texts } of part) {
      for (const each of texts) {
        filter.each(each.text, (word, start, end) => {
          const action = actionIn(each.field, word);
          if (reaches(action, each.field, each.text, start, end))
            findings.add(word.find, action, each, start, end);
        });
      }
      await pause();
    }
    looked += part.length;
    lastId = part.length < wanted ? null : part.at(-1)!.id;
    await pause();
  }
  return { looked, lastId, words, dropped, findings: findings.most() };
}

/** Matches so far, by word and field. */
class Findings {
  private readonly byKey = new Map<string, StopWordFinding & { last: Text | null }>();

  add(word: string, action: StopWordAction, text: Text, start: number, end: number): void {
    const key = `${text.field} ${word}`;
    let finding = this.byKey.get(key);
    if (!finding) {
      finding = { word, action, field: text.field, count: 0, texts: 0, examples: [], last: null };
      this.byKey.set(key, finding);
    }
    finding.count++;
    if (finding.last === text) return;
    finding.texts++;
    finding.last = text;
    if (finding.examples.length < EXAMPLES_MAX) finding.examples.push(exampleOf(text, start, end));
  }

  most(): StopWordFinding[] {
    return [...this.byKey.values()].sort((a, b) => b.count - a.count).slice(0, FINDINGS_MAX);
  }
}

function exampleOf({ text, place }: Text, start: number, end: number): StopWordExample {
  const before = `${start > AROUND ? "…" : ""}${text.slice(Math.max(0, start - AROUND), start)}`;
  const after = `${text.slice(end, end + AROUND)}${end + AROUND < text.length ? "…" : ""}`;
  // Cutting may leave half of a character.
  const whole = (part: string): string =>
    part.replace(/^(…?)[\uDC00-\uDFFF]/, "$1").replace(/[\uD800-\uDBFF](…?)$/, "$1");
  return { before: whole(before), found: text.slice(start, end), after: whole(after), ...place };
}

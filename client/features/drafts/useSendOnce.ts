import { errorOf, mayPass } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { store, stored, unstore } from "../../platform/storage.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { draftTexts } from "./drafts.texts.ts";

/** The server knows a key for a day; no attempt is repeated at its very end. */
const LIFETIME_MS = 23 * 3_600_000;
/** Parts of an input that differ from one attempt to the next although the text is the same. */
const PASSING_PARTS: ReadonlySet<string> = new Set([
  "draftId",
  "captcha",
  "payPassword",
  "idempotencyKey",
  "endsAt",
]);
/** Answers that leave open whether an attempt was carried out, besides those of the line. */
const OPEN_ENDS: ReadonlySet<string> = new Set(["IDEMPOTENCY_KEY_BUSY", "IDEMPOTENCY_ANSWER_LOST"]);

/** An attempt that has no answer yet, or has lost it. */
interface Attempt {
  idempotencyKey: string;
  /** Text of its input, without the payment password. */
  input: string;
}

type Send<I, R> = (input: I, context: { idempotencyKey: string }) => Promise<R>;

/** Attempts of this page, for browsers that store nothing. */
const attempts = new Map<string, Attempt>();

/**
 * Gives a function that publishes a draft once. An attempt whose answer is lost keeps its key, also for a page that is
 * loaded again and for another tab: the same text gets the first answer, and another text is refused once if the first
 * one did arrive.
 *
 * @param draftKey name of the draft
 */
export function useSendOnce(draftKey: string) {
  const t = useTexts(draftTexts);
  const name = `attempt:${draftKey}`;

  async function attempt<I extends object, R>(
    input: I,
    idempotencyKey: string,
    send: Send<I, R>,
  ): Promise<R> {
    const entry: Attempt = { idempotencyKey, input: JSON.stringify(input, withoutPassword) };
    attempts.set(name, entry);
    store(name, entry, LIFETIME_MS);
    let code = "";
    try {
      return await send(input, { idempotencyKey });
    } catch (error) {
      const failure = errorOf(error);
      ({ code } = failure);
      throw code === "IDEMPOTENCY_KEY_REUSED" ? { ...failure, message: t.arrivedBefore } : error;
    } finally {
      if (!isOpen(code)) {
        attempts.delete(name);
        unstore(name);
      }
    }
  }

  return async <I extends object, R>(input: I, send: Send<I, R>): Promise<R> => {
    const earlier = stored<Attempt>(name) ?? attempts.get(name);
    if (!earlier) return attempt(input, uniqueKey(), send);
    const { idempotencyKey } = earlier;
    const before = JSON.parse(earlier.input) as I;
    if (contentOf(before) !== contentOf(input)) return attempt(input, idempotencyKey, send);
    try {
      return await attempt(withPassword(before, input), idempotencyKey, send);
    } catch (error) {
      if (isOpen(errorOf(error).code)) throw error;
      // A refusal has changed nothing: proofs and drafts of the first attempt may have ended meanwhile.
      return attempt(input, idempotencyKey, send);
    }
  };
}

function isOpen(code: string): boolean {
  return OPEN_ENDS.has(code) || mayPass({ code, message: "", requestId: null, field: null });
}

function contentOf(input: object): string {
  return JSON.stringify(input, (name, value: unknown) => (PASSING_PARTS.has(name) ? undefined : value));
}

function withoutPassword(name: string, value: unknown): unknown {
  return name === "payPassword" ? "" : value;
}

/** Gives an earlier input the payment password of the present one, in its place: the server compares texts. */
function withPassword<I extends object>(before: I, present: I): I {
  let password: unknown;
  JSON.stringify(present, (name, value: unknown) => {
    if (name === "payPassword") password = value;
    return value;
  });
  const put = (name: string, value: unknown): unknown => (name === "payPassword" ? password : value);
  return JSON.parse(JSON.stringify(before), put) as I;
}

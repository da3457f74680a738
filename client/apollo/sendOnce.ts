import { type ApolloLink, Observable, type OperationVariables } from "@apollo/client";
import { textsOfPage } from "../i18n/texts.ts";
import { OWN, store, stored, unstore } from "../platform/storage.ts";
import { uniqueKey } from "../platform/uniqueKey.ts";
import { CREATING } from "./creating.ts";
import { errorOf, mayPass } from "./errors.ts";
import { fieldOf } from "./onceLink.ts";
import { onceTexts } from "./once.texts.ts";

/** The server knows a key for a day; no attempt is repeated at its very end. */
const LIFETIME_MS = 23 * 3_600_000;
/** Parts of an input that differ from one attempt to the next although the text is the same. */
const PASSING_PARTS: ReadonlySet<string> = new Set(["draftId", "captcha", "endsAt", "idempotencyKey"]);
/** Parts that are never stored; a repeated attempt takes those of the present one. */
const SECRET_PARTS: ReadonlySet<string> = new Set(["payPassword", "password", "secondFactor", "code"]);
/** Names of what a form is for: a report of one thread is not that of another. Where it is put may be changed. */
const TARGET = /^(?!draft|category|parent)\w+Id$/;
/** Answers that tell that an attempt was carried out, but not how it ended. */
const ARRIVED: ReadonlySet<string> = new Set(["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_ANSWER_LOST"]);

/** An attempt that has no answer yet, or has lost it. */
interface Attempt {
  idempotencyKey: string;
  /** Text of its variables, without secrets. */
  variables: string;
}

type Result = ApolloLink.Result;
type Send = (variables: OperationVariables, idempotencyKey: string) => Promise<Result>;

/** Attempts of this page, for browsers that store nothing. */
const attempts = new Map<string, Attempt>();
/** Attempts that are under way in this page, by their form. */
const underWay = new Map<string, { content: string; result: Promise<Result> }>();
/** The last of the mutations under way that set the state of one thing. */
const turns = new Map<string, Promise<void>>();

/**
 * Sends what creates something once. An attempt whose answer is lost keeps its key, also for a page that is loaded again
 * and for another tab: the same content gets the first answer, and another content is refused once if the first one did
 * arrive. Pressing twice sends once.
 *
 * The form is named by the operation and by what it is for; a draft names itself: `context: { draftKey }`. An answer that
 * was given before says so: `extensions.isRepeated`.
 *
 * A mutation that sets a state is sent after those of the same field and target that are under way, so that the last
 * choice is the one that is saved.
 */
export function sendMutation(
  operation: ApolloLink.Operation,
  forward: ApolloLink.ForwardFunction,
): Observable<Result> {
  const field = fieldOf(operation.query);
  const { draftKey, idempotencyKey } = operation.getContext();
  const { variables } = operation;
  if (!CREATING.has(field)) return sendInTurn(`${field}:${targetsIn(variables)}`, () => forward(operation));
  if (typeof idempotencyKey === "string") return forward(operation);
  const name =
    typeof draftKey === "string"
      ? `${OWN}attempt:${draftKey}`
      : `${OWN}attempt:${field}:${targetsIn(variables)}`;
  const send: Send = (sent, key) => {
    operation.variables = sent;
    operation.setContext({ idempotencyKey: key });
    return new Promise((resolve, reject) => {
      forward(operation).subscribe({ next: resolve, error: reject });
    });
  };
  return new Observable((observer) => {
    sendOnce(name, variables, send).then(
      (result) => {
        observer.next(result);
        observer.complete();
      },
      (error: unknown) => observer.error(error),
    );
  });
}

/** Sends a mutation when those before it have their answers: at once where there are none. */
function sendInTurn(name: string, send: () => Observable<Result>): Observable<Result> {
  return new Observable((observer) => {
    const before = turns.get(name);
    const turn = new Promise<void>((end) => {
      const begin = () => void send().subscribe(observer).add(end);
      if (before) void before.then(begin);
      else begin();
    });
    turns.set(name, turn);
    void turn.then(() => turns.get(name) === turn && turns.delete(name));
  });
}

async function sendOnce(name: string, variables: OperationVariables, send: Send): Promise<Result> {
  const content = contentOf(variables);
  for (let other = underWay.get(name); other; other = underWay.get(name)) {
    if (other.content === content) return other.result;
    // Something else in the same form, such as the next category: it follows the one before.
    await other.result.catch(() => undefined);
  }
  const result = attemptAgain(name, variables, send);
  underWay.set(name, { content, result });
  try {
    return await result;
  } finally {
    underWay.delete(name);
  }
}

/** Makes an attempt, or repeats the one before if its answer is lost. */
async function attemptAgain(name: string, variables: OperationVariables, send: Send): Promise<Result> {
  const earlier = stored<Attempt>(name) ?? attempts.get(name);
  if (!earlier) return attempt(name, variables, uniqueKey(), send);
  const { idempotencyKey } = earlier;
  const before = JSON.parse(earlier.variables) as OperationVariables;
  if (contentOf(before) !== contentOf(variables)) return attempt(name, variables, idempotencyKey, send);
  const result = await attempt(name, withSecrets(before, variables), idempotencyKey, send);
  const code = codeOf(result);
  // A refusal has changed nothing: proofs and drafts of the first attempt may have ended meanwhile.
  return code === "" || isOpen(code) || ARRIVED.has(code)
    ? result
    : attempt(name, variables, idempotencyKey, send);
}

async function attempt(
  name: string,
  variables: OperationVariables,
  idempotencyKey: string,
  send: Send,
): Promise<Result> {
  const entry: Attempt = { idempotencyKey, variables: JSON.stringify(variables, withoutSecrets) };
  attempts.set(name, entry);
  store(name, entry, LIFETIME_MS);
  let code = "NETWORK_ERROR";
  try {
    const result = await send(variables, idempotencyKey);
    code = codeOf(result);
    return ARRIVED.has(code) ? arrivedBefore(result) : result;
  } catch (error) {
    ({ code } = errorOf(error));
    throw error;
  } finally {
    if (!isOpen(code)) {
      attempts.delete(name);
      unstore(name);
    }
  }
}

/** Tells if an answer leaves open whether an attempt was carried out. */
function isOpen(code: string): boolean {
  return code === "IDEMPOTENCY_KEY_BUSY" || mayPass({ code, message: "", requestId: null, field: null });
}

function codeOf(result: Result): string {
  return result.errors?.length ? errorOf(result).code : "";
}

function arrivedBefore(result: Result): Result {
  const { arrived } = textsOfPage(onceTexts);
  return { ...result, errors: result.errors!.map((error) => ({ ...error, message: arrived })) };
}

function targetsIn(variables: OperationVariables): string {
  const targets: unknown[] = [];
  JSON.stringify(variables, (name, value: unknown) => {
    if (TARGET.test(name) && typeof value === "string") targets.push(`${name}=${value}`);
    return value;
  });
  return targets.join();
}

function contentOf(variables: OperationVariables): string {
  return JSON.stringify(variables, (name, value: unknown) =>
    PASSING_PARTS.has(name) || SECRET_PARTS.has(name) ? undefined : value,
  );
}

function withoutSecrets(name: string, value: unknown): unknown {
  return SECRET_PARTS.has(name) ? "" : value;
}

/** Gives earlier variables the secrets of the present ones, in their places: the server compares texts. */
function withSecrets(before: OperationVariables, present: OperationVariables): OperationVariables {
  const secrets = new Map<string, unknown>();
  JSON.stringify(present, (name, value: unknown) => {
    if (SECRET_PARTS.has(name)) secrets.set(name, value);
    return value;
  });
  const put = (name: string, value: unknown): unknown => (secrets.has(name) ? secrets.get(name) : value);
  return JSON.parse(JSON.stringify(before), put) as OperationVariables;
}

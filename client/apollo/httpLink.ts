import { ApolloLink, Observable } from "@apollo/client";
import { type FormattedExecutionResult, OperationTypeNode, print } from "graphql";
import { aborted, refused, send, type TransportError, unreachable } from "../platform/transport.ts";
import { accessToken } from "../session/token.ts";

/** A server that restarts is back soon: reading is tried again, changing is not. */
const READ_TRIES = 3;
const RETRY_AFTER_MS = 400;
const SERVER_ERROR = 500;
/** Size of a request that may outlive its page; the standard says 64 KiB for all of them together. */
const KEEPALIVE_MAX_BYTES = 60_000;

let changes = 0;

/** Number of mutations that this page has sent. */
export const changesSent = (): number => changes;

const wait = (durationMs: number) => new Promise((done) => setTimeout(done, durationMs));

/** Sends one operation; gives whatever GraphQL answered. @throws {TransportError} if there was no such answer. */
async function ask(
  operation: ApolloLink.Operation,
  cancelled: AbortSignal,
): Promise<FormattedExecutionResult> {
  const { operationName, variables, query, operationType } = operation;
  const token = accessToken();
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    Accept: "application/graphql-response+json, application/json;q=0.9",
    "Accept-Language": document.documentElement.lang,
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  const { idempotencyKey } = operation.getContext();
  if (typeof idempotencyKey === "string") headers["Idempotency-Key"] = idempotencyKey;
  const body = JSON.stringify({ operationName, variables, query: print(query) });
  // Browsers let a page that goes away send this much, and nothing if it is more.
  const isLast = operation.getContext().keepalive === true;
  const keepalive = isLast && new TextEncoder().encode(body).length < KEEPALIVE_MAX_BYTES;
  const isRead = operationType === OperationTypeNode.QUERY;
  if (!isRead) changes++;

  for (let tries = 1; ; tries++) {
    try {
      return await send("/graphql", { method: "POST", headers, body, cancelled, keepalive }, (response) => {
        if (isRead && tries < READ_TRIES && response.status >= SERVER_ERROR) throw refused(response.status);
        return read(response);
      });
    } catch (error) {
      if (!isRead || tries >= READ_TRIES || !isPassing(error as TransportError)) throw error;
    }
    await wait(RETRY_AFTER_MS * tries);
    if (cancelled.aborted) throw aborted();
  }
}

async function read(response: Response): Promise<FormattedExecutionResult> {
  const answer = (await response.json().catch(() => null)) as FormattedExecutionResult | null;
  if (!answer || (answer.data === undefined && !answer.errors)) throw refused(response.status);
  // The server has done this before, and gives the answer of then.
  return response.headers.has("Idempotency-Replayed")
    ? { ...answer, extensions: { isRepeated: true } }
    : answer;
}

/** A cut line and an error of the server may pass; running out of time took long enough. */
function isPassing({ statusCode, message }: TransportError): boolean {
  return statusCode === null ? message === unreachable().message : statusCode >= SERVER_ERROR;
}

/**
 * Carries operations to the server: signed with the companion half of the session, in the language of the page, with a
 * time limit, and tried again where that is harmless. Smaller than Apollo's HttpLink, which knows much that is not
 * needed here.
 * @param onCode called with the code of each error of an answer, and whether it was an action that failed
 */
export function makeHttpLink(onCode: (code: number, message: string, isAction: boolean) => void): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const abort = new AbortController();
        ask(operation, abort.signal).then(
          (answer) => {
            const isAction = operation.operationType === OperationTypeNode.MUTATION;
            for (const { message, extensions } of answer.errors ?? []) {
              if (typeof extensions?.legacyCode === "number")
                onCode(extensions.legacyCode, message, isAction);
            }
            observer.next(answer as ApolloLink.Result);
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        );
        return () => abort.abort();
      }),
  );
}

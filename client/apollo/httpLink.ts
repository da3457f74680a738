import { ApolloLink, Observable } from "@apollo/client";
import { type FormattedExecutionResult, type GraphQLFormattedError, OperationTypeNode, print } from "graphql";
import { accessToken, dropAccessToken } from "../session/token.ts";

/** After this the server is taken to be gone. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A server that restarts is back soon: reading is tried again, changing is not. */
const READ_TRIES = 3;
const RETRY_AFTER_MS = 400;
const SERVER_ERROR = 500;

/** The server answered with something that is not GraphQL. */
export class HttpFailure extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`Request failed with status code ${statusCode}`);
    this.name = "HttpFailure";
    this.statusCode = statusCode;
  }
}

const wait = (durationMs: number) => new Promise((done) => setTimeout(done, durationMs));

/** Sends one operation; gives whatever GraphQL answered. @throws {HttpFailure} if it was not GraphQL. */
async function send(
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
  const body = JSON.stringify({ operationName, variables, query: print(query) });

  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const isLast = operationType !== OperationTypeNode.QUERY || tries >= READ_TRIES;
    try {
      const response = await fetch("/graphql", {
        method: "POST",
        credentials: "same-origin",
        headers,
        body,
        signal,
      });
      if (isLast || response.status < SERVER_ERROR) return await read(response);
    } catch (error) {
      if (isLast || signal.aborted || error instanceof HttpFailure) throw error;
    }
    await wait(RETRY_AFTER_MS * tries);
  }
}

async function read(response: Response): Promise<FormattedExecutionResult> {
  const answer = (await response.json().catch(() => null)) as FormattedExecutionResult | null;
  if (!answer || (answer.data === undefined && !answer.errors)) throw new HttpFailure(response.status);
  return answer;
}

/**
 * Carries operations to the server: signed with the companion half of the session, in the language of the page, with a
 * time limit, and tried again where that is harmless. Smaller than Apollo's HttpLink, which knows much that is not
 * needed here.
 * @param onSessionLost called when the server no longer knows the session
 */
export function makeHttpLink(onSessionLost: () => void): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const abort = new AbortController();
        send(operation, abort.signal).then(
          (answer) => {
            if (answer.errors?.some(isSessionLost)) {
              dropAccessToken();
              onSessionLost();
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

function isSessionLost({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.code === "INVALID_TOKEN";
}

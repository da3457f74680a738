import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { ErrorLink } from "@apollo/client/link/error";
import { accessToken, dropAccessToken } from "../session/token.ts";
import { type Ask, type Answer, Answers } from "./answers.ts";

/** After this the server is taken to be gone. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A server that restarts is back soon: reading is tried again, changing is not. */
const READ_TRIES = 3;
const RETRY_AFTER_MS = 400;
const SERVER_ERROR = 500;

const wait = (durationMs: number) => new Promise((done) => setTimeout(done, durationMs));

async function fetchWithPatience(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isRead = typeof init.body === "string" && !init.body.includes('"query":"mutation');
  for (let tries = 1; ; tries++) {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const last = !isRead || tries >= READ_TRIES;
    try {
      const response = await fetch(address, { ...init, signal });
      if (last || response.status < SERVER_ERROR) return response;
    } catch (error) {
      if (last || signal.aborted) throw error;
    }
    await wait(RETRY_AFTER_MS * tries);
  }
}

/** Called when the server no longer knows the session. */
export type SessionLost = () => void;

/** The GraphQL client of the browser. */
export function createClient(onSessionLost: SessionLost): ApolloClient {
  const identify = new ApolloLink((operation, forward) => {
    const token = accessToken();
    operation.setContext({
      headers: {
        "Accept-Language": document.documentElement.lang,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
    });
    return forward(operation);
  });
  const noticeLoss = new ErrorLink(({ error }) => {
    if (!CombinedGraphQLErrors.is(error)) return;
    if (!error.errors.some(({ extensions }) => extensions?.code === "INVALID_TOKEN")) return;
    dropAccessToken();
    onSessionLost();
  });
  const http = new HttpLink({ uri: "/graphql", credentials: "same-origin", fetch: fetchWithPatience });

  return new ApolloClient({
    link: ApolloLink.from([noticeLoss, identify, http]),
    cache: createCache(),
    defaultOptions: { watchQuery: { fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first" } },
  });
}

function createCache(): InMemoryCache {
  return new InMemoryCache({ typePolicies: { Site: { keyFields: [] }, SearchHit: { keyFields: false } } });
}

/** Puts the answers that came with a page into the cache; gives the failures, which have no place there. */
export function restoreAnswers(
  client: ApolloClient,
  asks: readonly Ask[],
  answers: readonly Answer[],
): Answers {
  const failures = answers.filter((answer) => answer.errors?.length);
  answers.forEach((answer, index) => {
    const asked = asks[index];
    if (!asked || answer.errors?.length) return;
    client.writeQuery({ query: asked.document, variables: asked.variables, data: answer.data });
  });
  return new Answers(failures);
}

import { ApolloClient, type ApolloLink, InMemoryCache } from "@apollo/client";
import { type Answer, Answers, type Ask, operationName } from "./answers.ts";
import { listPolicies } from "./lists.ts";
import { type PackedAnswer, unpack } from "./packing.ts";

/** An answer as it travels within a page: its data, or what failed. */
export type PageAnswer = PackedAnswer | Answer;

/** The GraphQL client of the browser. @param link leads to the server */
export function createClient(link: ApolloLink): ApolloClient {
  return new ApolloClient({
    link,
    // What is asked because something was heard or changed must not share the answer to a question from before.
    queryDeduplication: false,
    // The site is one thing, and so is what is unread or waits for review; what a search found is nothing that a cache could know again.
    cache: new InMemoryCache({
      typePolicies: {
        ...listPolicies,
        Site: { keyFields: [] },
        UnreadCounts: { keyFields: [] },
        ReviewCounts: { keyFields: [] },
        SearchHit: { keyFields: false },
      },
    }),
    defaultOptions: { watchQuery: { fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first" } },
  });
}

/**
 * Puts the answers that came with a page into the cache; gives the failures, which have no place there.
 * @param followUps gives the queries that were asked after those, from their answers
 * @param texts those that the page shows, by number; one that is gone from it is missing in the cache, so its query is
 *   asked again
 */
export function restoreAnswers(
  client: ApolloClient,
  asks: readonly Ask[],
  followUps: (answers: readonly Answer[]) => readonly Ask[],
  answers: readonly PageAnswer[],
  texts: ReadonlyMap<number, string>,
): Answers {
  const failures: Answer[] = [];
  const restored: Answer[] = [];
  let later: readonly Ask[] = [];
  answers.forEach((answer, index) => {
    if (index === asks.length) later = followUps(restored);
    const asked = asks[index] ?? later[index - asks.length];
    if (!("value" in answer)) {
      failures.push(answer);
      restored.push(answer);
    } else if (asked) {
      const { document, variables } = asked;
      const data = unpack(document, answer, (number) => texts.get(number));
      client.writeQuery({ query: document, variables, data });
      restored.push({ name: operationName(document), variables, data });
    }
  });
  return new Answers(failures);
}

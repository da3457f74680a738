import { ApolloClient, InMemoryCache } from "@apollo/client";
import { type Answer, Answers, type Ask } from "./answers.ts";
import { makeHttpLink } from "./httpLink.ts";

/** The GraphQL client of the browser. */
export function createClient(onCode: Parameters<typeof makeHttpLink>[0]): ApolloClient {
  return new ApolloClient({
    link: makeHttpLink(onCode),
    // The site is one thing, and so is what is unread; what a search found is nothing that a cache could know again.
    cache: new InMemoryCache({
      typePolicies: {
        Site: { keyFields: [] },
        UnreadCounts: { keyFields: [] },
        SearchHit: { keyFields: false },
      },
    }),
    defaultOptions: { watchQuery: { fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first" } },
  });
}

/** Puts the answers that came with a page into the cache; gives the failures, which have no place there. */
export function restoreAnswers(
  client: ApolloClient,
  asks: readonly Ask[],
  answers: readonly Answer[],
): Answers {
  answers.forEach((answer, index) => {
    const asked = asks[index];
    if (!asked || answer.errors?.length) return;
    client.writeQuery({ query: asked.document, variables: asked.variables, data: answer.data });
  });
  return new Answers(answers.filter(({ errors }) => errors?.length));
}

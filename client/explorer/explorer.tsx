import { GraphiQL } from "graphiql";
import "graphiql/style.css";
import { createRoot } from "react-dom/client";
import { accessToken } from "../session/token.ts";

/** Asks the forum's own door, as whoever is signed in. */
async function ask(parameters: object): Promise<object> {
  const token = accessToken();
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as object;
}

const QUERY = `# The forum's schema, live. The documentation is behind the book on the left.
{
  site { name countThreads }
  threads(first: 5) {
    nodes { id title postCount author { nickname } }
  }
}
`;

/** Query that a link to the explorer carries in `?query=`. */
const asked = new URLSearchParams(location.search).get("query") ?? undefined;

createRoot(document.getElementById("explorer")!).render(
  <GraphiQL fetcher={ask} defaultQuery={QUERY} {...(asked ? { query: asked } : {})} />,
);

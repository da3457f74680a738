import { GraphiQL } from "graphiql";
import "graphiql/style.css";
import { buildSchema, type GraphQLSchema } from "graphql";
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

const place = document.getElementById("explorer")!;

/** The schema from the file where this reader may not ask for it; undefined where the explorer asks itself. */
async function readSchema(): Promise<GraphQLSchema | undefined> {
  if (place.dataset["introspection"] !== "off") return undefined;
  const response = await fetch("/schema.graphql");
  return buildSchema(await response.text());
}

const OFF = navigator.language.startsWith("zh")
  ? "本站关闭了 GraphQL 自省，这里的文档来自 /schema.graphql。"
  : "Introspection is switched off on this site. The documentation here is that of /schema.graphql.";

void readSchema().then((schema) => {
  createRoot(place).render(
    <div style={{ display: "flex", flexDirection: "column", height: "100%" }}>
      {schema && (
        <p role="status" style={{ margin: 0, padding: "8px 16px", font: "14px/20px system-ui, sans-serif" }}>
          {OFF}
        </p>
      )}
      <div style={{ flex: 1, minHeight: 0 }}>
        <GraphiQL
          fetcher={ask}
          defaultQuery={QUERY}
          {...(schema ? { schema } : {})}
          {...(asked ? { query: asked } : {})}
        />
      </div>
    </div>,
  );
});

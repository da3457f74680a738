import type { ApolloServerPlugin } from "@apollo/server";
import type { Context } from "../core/context.ts";

/** Codes of documents that are refused before anything runs. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "INVALID_PARAMETER",
]);

/** True if a client takes JSON and names no newer type: such clients read a failure from the body, not from the status. */
function wantsPlainJson(accept: string | undefined): boolean {
  if (!accept) return false;
  const types = accept.split(",").map((type) => type.split(";")[0]!.trim().toLowerCase());
  return types.includes("application/json") && !types.includes("application/graphql-response+json");
}

/**
 * Answers documents that are refused with 200 to clients that ask for `application/json` by name, as GraphQL over HTTP
 * recommends (section 6.4.1). GET keeps 400, so that caches on the way keep no refusal.
 */
export const JSON_STATUS: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ request: { http }, response, errors }) {
        const isRefusal =
          response.http.status === 400 && errors?.every(({ extensions }) => REFUSALS.has(extensions["code"]));
        if (isRefusal && http?.method === "POST" && wantsPlainJson(http.headers.get("accept")))
          response.http.status = 200;
        return Promise.resolve();
      },
    }),
};

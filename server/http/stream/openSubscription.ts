import type { Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { GraphQLEndpoint } from "../../graphql/endpoint.ts";
import { subscribeTo, subscriptionIn } from "../../graphql/subscriptions.ts";
import { preflight, readableBy } from "../cors.ts";
import { PRIVATE, refuseGraphql } from "../graphqlRefusal.ts";
import { requestContext } from "../requests.ts";
import type { HttpAnswer, HttpRequest } from "../route.ts";
import type { SubscriptionHub } from "./subscriptions.ts";

/** The parts of the program that subscriptions need. */
interface Parts {
  readonly services: Services;
  readonly graphql: Pick<GraphQLEndpoint, "schemaNow">;
  readonly subscriptions: SubscriptionHub;
}

/**
 * Opens a GraphQL subscription: `POST /graphql/stream`, or GET for `EventSource`, by the protocol of graphql-sse, one
 * connection for each. A faulty document is told as an event, since browsers give up on other statuses than 200 without
 * a word; refusals of the request itself have their status.
 */
export async function openSubscription(parts: Parts, request: HttpRequest): Promise<HttpAnswer> {
  const { services, graphql, subscriptions } = parts;
  const { method, search, body, headers } = request;
  if (method === "OPTIONS") return { status: 204, headers: preflight(request, services.publicUrl), body: "" };
  const readable = readableBy(request, services.publicUrl);
  const plain = (status: number, more: Record<string, string>): HttpAnswer => ({
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...PRIVATE, ...readable, ...more },
    body: "Ask by GET or POST, and accept text/event-stream.",
  });
  if (method !== "GET" && method !== "POST") return plain(405, { allow: "GET, POST, OPTIONS" });
  if (!/text\/event-stream|\*\/\*|^$/.test(String(headers.accept ?? ""))) return plain(406, {});
  try {
    const context = () => requestContext(services, { ...request, setCookie: () => undefined });
    const ctx = await context();
    // The schema of /graphql at this moment, with the types of plugins; who follows keeps it.
    const schema = await graphql.schemaNow(ctx);
    const asked = subscriptionIn(method, search, body);
    subscriptions.checkRoom(ctx);
    return {
      status: 200,
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
        ...readable,
      },
      body: {
        keepOpen: (sink) =>
          subscriptions.open(
            { ctx, renew: context, begin: (open) => subscribeTo(schema, services.log, open, asked) },
            sink,
          ),
      },
    };
  } catch (error) {
    if (error instanceof DomainError) return refuseGraphql(error, request, readable);
    throw error;
  }
}

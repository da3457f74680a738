import type { Context, Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { readerOf } from "../core/readBudget.ts";
import { findOldAddress } from "../features/old-addresses/oldAddress.service.ts";
import { countView } from "../features/threads/view.service.ts";
import type { GraphQLEndpoint } from "../graphql/endpoint.ts";
import { failurePage } from "../ssr/failurePage.ts";
import type { Pages } from "../ssr/pages.ts";
import type { Admission } from "./admission.ts";
import { PRIVATE } from "./graphqlRefusal.ts";
import type { Metrics } from "./metrics.ts";
import { pageContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

/** The parts of the program that pages need. */
export interface PageParts {
  readonly services: Services;
  readonly graphql: GraphQLEndpoint;
  readonly pages: Pages;
  readonly metrics: Metrics;
  readonly admission: Admission;
}

/** Points that rendering a page costs its reader, besides its queries; cached pages cost nothing. */
export const PAGE_COST = 500;
const NOT_FOUND = 404;
const MOVED_PERMANENTLY = 301;

/** Declares the route of pages, which takes every address that no other route does. */
export function pageRoute(parts: PageParts): Route {
  return {
    method: "ANY",
    path: "*",
    name: "page",
    work: "own",
    handle: (request) => page(parts, request),
    refuse: failurePage,
  };
}

async function page(parts: PageParts, request: HttpRequest): Promise<HttpAnswer> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return {
      status: NOT_FOUND,
      headers: { "content-type": "text/plain; charset=utf-8", ...PRIVATE },
      body: "not found",
    };
  const { services } = parts;
  let context: Promise<Context> | undefined;
  const contextOnce = (): Promise<Context> => (context ??= pageContext(services, request));
  try {
    const answer = await parts.pages.answer(request, {
      context: contextOnce,
      execute: (ctx, document, variables) => parts.graphql.executeInProcess(ctx, document, variables),
      countView: (threadId) => countView({ services }, threadId),
      render: (work) => parts.admission.page.admit(work),
      mayRender: (ctx) => services.reads.take(readerOf(ctx), PAGE_COST),
    });
    return await orMoved(answer, request, contextOnce);
  } catch (error) {
    const refusal = error instanceof DomainError ? failurePage(error, request) : null;
    if (!refusal) throw error;
    parts.metrics.errored((error as DomainError).code);
    return refusal;
  }
}

/** Leads from an address that has no page to the one that has taken it over; leaves all other answers as they are. */
export async function orMoved(
  answer: HttpAnswer,
  { path, search }: HttpRequest,
  context: () => Promise<Context>,
): Promise<HttpAnswer> {
  const location = answer.status === NOT_FOUND ? await findOldAddress(await context(), path + search) : null;
  if (location === null) return answer;
  return { status: MOVED_PERMANENTLY, headers: { location, ...PRIVATE }, body: "" };
}

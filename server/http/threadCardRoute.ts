import { readerOf } from "../core/readBudget.ts";
import { CARD_DOCUMENT, threadCard } from "../ssr/cards/threadCards.ts";
import { orMoved, PAGE_COST, type PageParts } from "./pageRoute.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

/** Other sites keep the picture for an hour: what it shows may be edited, or hidden. */
const KEPT = "public, max-age=3600";
const NOT_FOUND: HttpAnswer = {
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "not found",
};

/** Declares the address of the pictures that other sites show beside a link to a thread, as visitors may see it. */
export function threadCardRoute({ services, graphql, admission }: PageParts): Route {
  return {
    method: "READ",
    path: "/thread/:id(^[1-9]\\d{0,14}).png",
    name: "threadCard",
    work: "own",
    async handle(request: HttpRequest) {
      const id = /\d+/.exec(request.path)![0];
      const ctx = await requestContext(services, { ...request, headers: {}, cookies: {} });
      services.reads.take(readerOf(ctx), PAGE_COST);
      const card = await admission.page.admit(async () =>
        threadCard(ctx, await graphql.executeInProcess(ctx, CARD_DOCUMENT, { id })),
      );
      if (!card) return orMoved(NOT_FOUND, request, () => Promise.resolve(ctx));
      const headers = { "cache-control": KEPT, etag: `"${card.hash}"` };
      if (request.headers["if-none-match"] === headers.etag) return { status: 304, headers, body: "" };
      const png = await card.png();
      return {
        status: 200,
        headers: { ...headers, "content-type": "image/png", "content-length": String(png.length) },
        body: request.method === "HEAD" ? "" : png,
      };
    },
  };
}

import { readerOf } from "../core/readBudget.ts";
import { THREAD_TEXT_PATH, type ThreadTexts } from "../ssr/texts/threadTexts.ts";
import { orMoved, PAGE_COST, type PageParts } from "./pageRoute.ts";
import { pageContext } from "./requests.ts";
import type { HttpRequest, Route } from "./route.ts";

/** Declares the address of threads as Markdown, for who may read them: by nothing, a session or a token. */
export function threadTextRoute(parts: PageParts & { readonly texts: ThreadTexts }): Route {
  const { services, graphql, admission, texts } = parts;
  return {
    method: "READ",
    path: THREAD_TEXT_PATH,
    name: "threadText",
    work: "own",
    async handle(request: HttpRequest) {
      let made: ReturnType<typeof pageContext> | undefined;
      const context = () => (made ??= pageContext(services, request));
      const answer = await texts.answer(request, {
        context,
        execute: (ctx, document, variables) => graphql.executeInProcess(ctx, document, variables),
        admit: (ctx, work) => {
          services.reads.take(readerOf(ctx), PAGE_COST);
          return admission.page.admit(work);
        },
      });
      return orMoved(answer, request, context);
    },
  };
}

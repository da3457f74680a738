import type { DocumentNode, ExecutionResult } from "graphql";
import type { Context } from "../core/context.ts";
import type { Subscription } from "../core/events.ts";
import type { HttpAnswer, HttpRequest } from "../http.ts";

/** What rendering a page may ask of the program. */
export interface PageTools {
  /** The context of the request; made when first needed. */
  context(): Promise<Context>;
  execute(ctx: Context, document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** Pages and the files that they load. */
export interface Pages {
  answer(request: HttpRequest, tools: PageTools): Promise<HttpAnswer>;
  /** What makes finished pages old. */
  readonly subscriptions: readonly Subscription[];
}

/** Where the built client lies and how the site is called. */
export interface PagesOptions {
  readonly rootDir: string;
  readonly publicUrl: string;
  readonly cache: boolean;
}

/** Opens the built client. */
export function openPages(_options: PagesOptions): Pages {
  return {
    answer: () => Promise.resolve({ status: 503, headers: { "content-type": "text/plain" }, body: "not built" }),
    subscriptions: [],
  };
}

import { randomUUID } from "node:crypto";
import type { DocumentNode } from "graphql";
import type { App } from "../../app.ts";
import type { Context } from "../../core/context.ts";
import { requestContext } from "../../http/requests.ts";
import type { Page } from "./documents.ts";

/** Code of an error that is no refusal. */
const BROKEN = "INTERNAL_ERROR";

/** Makes the context of somebody who is not signed in, as a request of theirs has it. */
export function visitorContext({ services }: Pick<App, "services">): Promise<Context> {
  return requestContext(services, {
    headers: {},
    cookies: {},
    address: "local",
    requestId: randomUUID(),
    aside: (work) => work(),
    setCookie: () => undefined,
  });
}

/** Reads as a visitor reads: by the documents and the rules of the program. @returns null for what is refused to visitors */
export async function ask<T>(
  app: App,
  document: DocumentNode,
  variables: Record<string, unknown> = {},
): Promise<T | null> {
  const { data, errors } = await app.graphql.executeInProcess(await visitorContext(app), document, variables);
  const [error] = errors ?? [];
  if (!error) return data as T;
  if (error.extensions["code"] === BROKEN) throw error;
  return null;
}

/** Reads all pages of a list. */
export async function* pagesOf<T>(
  read: (after: string | null) => Promise<Page<T> | null>,
): AsyncGenerator<Page<T>> {
  let after: string | null = null;
  do {
    const page: Page<T> | null = await read(after);
    if (!page) return;
    yield page;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
}

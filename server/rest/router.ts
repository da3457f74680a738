import type { Context } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import type { Feature } from "../core/feature.ts";
import { refuseCallBeyondScope } from "../core/tokenScope.ts";
import { LegacyPage, type RestFile, type RestRoute, type RestRoutes } from "../core/rest.ts";
import { refuseIfClosed, refuseUnlessJoined } from "../core/viewer.ts";
import { refuseForStanding } from "../features/users/members/standing.service.ts";
import { toDomainError } from "../graphql/errors.ts";
import { parseForm } from "../http/incoming.ts";
import { ALIASES } from "./aliases.ts";
import { countCall } from "./callRates.ts";
import { failure, success, type Envelope } from "./envelope.ts";
import { withAddresses } from "./paging.ts";
import { parametersOf, rowName } from "./parseInput.ts";
import { fieldsOf, inputFor } from "./typedInput.ts";

/** A request to the legacy API. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
  /** Reads the multipart body of the request; null if it has none. */
  readForm(fileMaxBytes: number): Promise<RestForm | null>;
  /** Reads a multipart body of texts, as a query string; null if it has none. */
  readFields(): Promise<string | null>;
}

/** A multipart body. */
export interface RestForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: RestFile | null;
}

/** The router of the legacy API: rows of all features, by method and path. */
export interface RestRouter {
  /** Every row by name, for documentation and tests. */
  readonly routes: RestRoutes;
  handle(request: RestRequest, ctx: Context): Promise<Envelope>;
}

/** @throws {Error} if two features claim the same row. */
export function openRestRouter(features: readonly Feature[]): RestRouter {
  const routes: Record<string, RestRoute> = {};
  for (const [name, route] of features.flatMap((feature) => Object.entries(feature.rest ?? {}))) {
    if (Object.hasOwn(routes, name)) throw new Error(`Two features answer ${name}.`);
    routes[name] = route;
  }
  const byName = new Map(Object.entries(routes));
  return {
    routes,
    async handle(request, ctx) {
      try {
        const asked = rowName(request.method, request.path);
        const name = ALIASES.get(asked) ?? asked;
        const row = byName.get(name);
        if (!row) throw new DomainError("UNKNOWN_CALL");
        if (ctx.token) refuseCallBeyondScope(ctx.token, name);
        await countCall(ctx, name);
        if (!row.always) {
          refuseIfClosed(ctx.viewer);
          if (!row.anyStanding) await refuseForStanding(ctx, row);
          if (!row.anyStanding && !row.beforeJoining && !row.emptyBeforeJoining)
            refuseUnlessJoined(ctx.viewer);
        }
        checkWho(ctx, row);
        const { parameters, file } = await given(request, row);
        const input = inputFor(row, parameters) as never;
        const { emptyBeforeJoining: empty } = row;
        const answer = empty && ctx.viewer.mustJoin ? empty : await row.run(ctx, input, file);
        const data =
          answer instanceof LegacyPage ? withAddresses(answer, ctx.services.publicUrl, request) : answer;
        return success(data, ctx.requestId, ctx.now);
      } catch (error) {
        const refusal = toDomainError(error, ctx.services.log, ctx.requestId);
        return failure(refusal, ctx.locale, ctx.requestId, ctx.now);
      }
    },
  };
}

/** Reads the parameters of a request; files are read only for callers who may send them. */
async function given(
  { search, body, readForm, readFields }: RestRequest,
  { fileMaxBytes, input }: RestRoute,
): Promise<{ parameters: unknown; file: RestFile | null }> {
  if (fileMaxBytes === undefined) {
    const texts = body === undefined ? await readFields() : null;
    const hasFilter = typeof input === "function" && fieldsOf(input).some(({ name }) => name === "filter");
    return {
      parameters: parametersOf(search, texts === null ? body : parseForm(texts), hasFilter),
      file: null,
    };
  }
  const form = await readForm(fileMaxBytes);
  return { parameters: parametersOf(search, form?.fields ?? body), file: form?.file ?? null };
}

/** Refusal for all but administrators, guests included (legacy-facts 2). */
function checkWho({ viewer }: Context, { who, refusal: text }: RestRoute): void {
  if (who === "admin" && !viewer.isAdmin) throw new DomainError("FORBIDDEN", { text });
  if (who === "user" && !viewer.isSignedIn) throw new DomainError("FORBIDDEN", { text });
  if (who === "member" && !viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED", { text });
}

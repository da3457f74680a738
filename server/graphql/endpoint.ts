import { ApolloServer, HeaderMap, type ApolloServerPlugin, type HTTPGraphQLResponse } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from "@apollo/server/plugin/disabled";
import { GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from "graphql";
import type { Context } from "../core/context.ts";
import type { DomainError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { quotaHeaders } from "../core/quotas.ts";
import { readerOf } from "../core/readBudget.ts";
import { isNestedTooDeep, tooDeep } from "../http/incoming.ts";
import { formatError, present, retryHeader } from "./errors.ts";
import { busyRefusal } from "./busy.ts";
import { CompiledDocuments } from "./compiledDocuments.ts";
import { PreparedDocuments } from "./preparedDocuments.ts";
import { COST_MAX, costOf } from "./cost.ts";
import { introspectionOff, introspects, type MayIntrospect } from "./introspection.ts";
import { JSON_STATUS } from "./jsonStatus.ts";
import { isTooDeep } from "./nesting.ts";
import { asksForPublicThings, registeredDocuments } from "./publicQueries.ts";
import { shapeRule, TOKENS_MAX, VALIDATION_ERRORS_MAX } from "./limits.ts";
import { withNewTypeNames } from "./oldNames.ts";

/** A GraphQL request as HTTP brought it. */
export interface GraphQLHttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Query string with its question mark. */
  readonly search: string;
  readonly body: unknown;
}

/** A GraphQL answer for HTTP. */
export interface GraphQLHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True if every visitor would be answered the same: a GET that asks for public things alone and was not refused any. */
  readonly isPublic?: boolean;
}

/** The GraphQL API: over HTTP by Apollo Server, and in process for pages rendered here. */
export interface GraphQLEndpoint {
  /**
   * Answers prepared documents at once, all others by Apollo Server.
   * @throws {DomainError} INVALID_PARAMETER for what is nested too deeply; RATE_LIMITED for readers whose budget is used up.
   */
  handle(request: GraphQLHttpRequest, ctx: Context): Promise<GraphQLHttpAnswer>;
  /** Executes a trusted document of our own client, without parsing and validating it again. */
  executeInProcess(
    ctx: Context,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult>;
  /** Gives the schema with what has come to it. */
  schemaNow(ctx: Context): Promise<GraphQLSchema>;
  stop(): Promise<void>;
}

/** Gives the schema with what has come to it while the program runs; the same object until that changes, null without any. */
export type ExtendSchema = (ctx: Context, schema: GraphQLSchema) => Promise<GraphQLSchema | null>;

/** Decisions of the program while requests come. */
export interface Decisions {
  readonly extend: ExtendSchema;
  readonly mayIntrospect: MayIntrospect;
}

/** Apollo Server with one schema, and the documents that were prepared for it. */
interface Running {
  readonly schema: GraphQLSchema;
  readonly server: ApolloServer<Context>;
  readonly prepared: PreparedDocuments;
  /** Refusals of contexts that are not answered at all; by what their copies share. */
  readonly refused: WeakMap<object, DomainError>;
  /** Contexts whose answer is the same for all visitors. */
  readonly shared: WeakSet<object>;
  /** The headers that say when to come again. */
  readonly retries: WeakMap<object, Record<string, string>>;
}

async function start(schema: GraphQLSchema, log: Logger, mayIntrospect: MayIntrospect): Promise<Running> {
  const prepared = new PreparedDocuments(schema, (error, ctx) =>
    present(error, log, ctx.requestId, ctx.locale),
  );
  const refused = new WeakMap<object, DomainError>();
  const shared = new WeakSet<object>();
  const retries = new WeakMap<object, Record<string, string>>();
  const server = new ApolloServer<Context>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: { cache: registeredDocuments() },
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: TOKENS_MAX },
    validationOptions: { maxErrors: VALIDATION_ERRORS_MAX },
    validationRules: [shapeRule],
    stringifyResult: JSON.stringify,
    formatError,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      OLD_TYPE_NAMES,
      JSON_STATUS,
      refusals(schema, log, prepared, refused, retries),
      refuseIntrospection(mayIntrospect),
      noteShared(shared),
    ],
  });
  await server.start();
  return { schema, server, prepared, refused, shared, retries };
}

/** Starts Apollo Server with the schema, and others whenever something has come to it or gone. */
export async function openGraphQLEndpoint(
  schema: GraphQLSchema,
  log: Logger,
  { extend, mayIntrospect }: Decisions,
): Promise<GraphQLEndpoint> {
  const base = await start(schema, log, mayIntrospect);
  const compiled = new CompiledDocuments(schema);
  let further: { readonly schema: GraphQLSchema; readonly running: Promise<Running> } | null = null;
  const running = async (ctx: Context): Promise<Running> => {
    const extended = await extend(ctx, schema);
    if (!extended) return base;
    // Requests that the last one answers at this moment go on with it.
    if (further?.schema !== extended)
      further = { schema: extended, running: start(extended, log, mayIntrospect) };
    return further.running;
  };
  return {
    async handle(request, ctx) {
      const { reads } = ctx.services;
      const reader = readerOf(ctx);
      let answer = await base.prepared.answer(request, ctx);
      const { server, prepared, refused, shared, retries } = answer ? base : await running(ctx);
      if (prepared !== base.prepared) answer = await prepared.answer(request, ctx);
      if (answer) {
        const left = quotaHeaders(reads, reader, ctx.quotas);
        const headers = { "content-type": answer.type, ...answer.headers, ...left };
        return { status: 200, headers, body: answer.body };
      }
      if (isTooDeepToParse(request)) throw tooDeep();
      reads.take(reader, PARSING_COST);
      const response = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers: headerMap(request.headers),
          search: request.search,
          body: request.body,
        },
        context: () => Promise.resolve(ctx),
      });
      const refusal = refused.get(keyOf(ctx));
      if (refusal) throw refusal;
      const status = response.status ?? 200;
      if (status === 200) prepared.addType(request, response.headers.get("content-type"));
      const headers = {
        ...Object.fromEntries(response.headers),
        ...retries.get(keyOf(ctx)),
        ...quotaHeaders(reads, reader, ctx.quotas),
      };
      return { status, headers, body: bodyOf(response), isPublic: status === 200 && shared.has(keyOf(ctx)) };
    },
    async executeInProcess(ctx, document, variables) {
      ctx.services.reads.charge(readerOf(ctx), costOf(schema, document, variables));
      const result = await compiled.execute(ctx, document, variables);
      for (const error of result.errors ?? []) present(error, log, ctx.requestId, ctx.locale);
      return result;
    },
    schemaNow: (ctx) => running(ctx).then((each) => each.schema),
    async stop() {
      await (await further?.running)?.server.stop();
      await base.server.stop();
    },
  };
}

/** Points that parsing and validating cost the reader, besides the document itself. */
const PARSING_COST = 100;
const quiet = (): void => undefined;

/** Gives what is the same of a context and of the copies that Apollo Server makes of it. */
const keyOf = ({ loaders }: Context): object => loaders;

/** True if a query, or variables in an address, nest too deep for the recursive functions that read them. */
function isTooDeepToParse({ method, search, body }: GraphQLHttpRequest): boolean {
  const asked = method === "GET" ? new URLSearchParams(search) : null;
  const query = asked ? asked.get("query") : (body as { query?: unknown } | null | undefined)?.query;
  if (asked && ["variables", "extensions"].some((name) => isNestedTooDeep(asked.get(name) ?? "")))
    return true;
  return typeof query === "string" && isTooDeep(query);
}

/**
 * Refuses documents that cost too much, stores the others as prepared, and translates errors by the catalogue.
 * @param refused receives the refusal of a context that is not answered at all
 * @param retries receives the header that says when to come again
 */
function refusals(
  schema: GraphQLSchema,
  log: Logger,
  prepared: PreparedDocuments,
  refused: WeakMap<object, DomainError>,
  retries: WeakMap<object, Record<string, string>>,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, request, source, contextValue }) => {
          const cost = costOf(schema, document, request.variables ?? {});
          if (cost > COST_MAX) {
            throw new GraphQLError(
              `This document asks for about ${cost} fields; at most ${COST_MAX} are allowed.`,
              {
                extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
              },
            );
          }
          // What it says of the schema changes with it, and who may introspect is asked each time.
          if (!introspects(document, source)) prepared.add(source, document);
          try {
            contextValue.services.reads.take(readerOf(contextValue), cost);
          } catch (error) {
            refused.set(keyOf(contextValue), error as DomainError);
            throw error;
          }
          return Promise.resolve();
        },
        didEncounterErrors: ({ errors, operation, contextValue }) => {
          const busy = operation && busyRefusal(operation, errors);
          if (busy) refused.set(keyOf(contextValue), busy);
          if (refused.has(keyOf(contextValue))) return Promise.resolve();
          for (const error of errors) present(error, log, contextValue.requestId, contextValue.locale);
          retries.set(keyOf(contextValue), retryHeader(errors));
          return Promise.resolve();
        },
      }),
  };
}

/** Refuses documents that ask for the schema to whoever may not. */
function refuseIntrospection(mayIntrospect: MayIntrospect): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: async ({ document, source, contextValue }) => {
          if (introspects(document, source) && !(await mayIntrospect(contextValue))) throw introspectionOff();
        },
      }),
  };
}

/** Notes the contexts of GET requests whose answer is the same for all visitors. */
function noteShared(shared: WeakSet<object>): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, operation, request, contextValue }) => {
          if (request.http?.method === "GET" && operation && asksForPublicThings(document, operation))
            shared.add(keyOf(contextValue));
          return Promise.resolve();
        },
        didEncounterErrors: ({ contextValue }) => {
          shared.delete(keyOf(contextValue));
          return Promise.resolve();
        },
      }),
  };
}

/** Reads old names of types as the new ones, between parsing and validation. */
const OLD_TYPE_NAMES: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      parsingDidStart: (request) =>
        Promise.resolve((error) => {
          const parsed: { document?: DocumentNode } = request;
          if (!error && parsed.document)
            parsed.document = withNewTypeNames(parsed.document, request.source ?? "");
          return Promise.resolve();
        }),
    }),
};

/** The headers that Apollo looks at; the others are not worth copying for each request. */
const HEADERS = ["accept", "content-type", "apollo-require-preflight", "x-apollo-operation-name"] as const;

function headerMap(headers: GraphQLHttpRequest["headers"]): HeaderMap {
  const map = new HeaderMap();
  for (const name of HEADERS) {
    const value = headers[name];
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return map;
}

function bodyOf(response: HTTPGraphQLResponse): string {
  if (response.body.kind === "complete") return response.body.string;
  throw new Error("Incremental delivery is not offered.");
}

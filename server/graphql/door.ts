import { ApolloServer, HeaderMap, type ApolloServerPlugin, type HTTPGraphQLResponse } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from "@apollo/server/plugin/disabled";
import { execute, GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from "graphql";
import type { Context } from "../core/context.ts";
import type { Logger } from "../core/logger.ts";
import { formatError, present } from "./errors.ts";
import { Lane } from "./lane.ts";
import { COST_MAX, costOf, shapeRule, TOKENS_MAX, VALIDATION_ERRORS_MAX } from "./limits.ts";

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
}

/** The GraphQL door: over HTTP by Apollo Server, and in process for pages rendered here. */
export interface GraphQLDoor {
  /** The short lane answers what it knows, Apollo Server the rest. */
  handle(request: GraphQLHttpRequest, ctx: Context): Promise<GraphQLHttpAnswer>;
  /** Executes a trusted document of our own client, without parsing and validating it again. */
  executeInProcess(
    ctx: Context,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult>;
  stop(): Promise<void>;
}

/** Opens the door. */
export async function openGraphQLDoor(schema: GraphQLSchema, log: Logger): Promise<GraphQLDoor> {
  const lane = new Lane(schema, (error, ctx) => present(error, log, ctx.requestId, ctx.locale));
  const server = new ApolloServer<Context>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
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
      refusals(schema, log, lane),
    ],
  });
  await server.start();
  return {
    async handle(request, ctx) {
      const quick = await lane.answer(request, ctx);
      if (quick) return { status: 200, headers: { "content-type": quick.type }, body: quick.body };
      const response = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers: headerMap(request.headers),
          search: request.search,
          body: request.body,
        },
        context: () => Promise.resolve(ctx),
      });
      const status = response.status ?? 200;
      if (status === 200) lane.keepType(request, response.headers.get("content-type"));
      return { status, headers: Object.fromEntries(response.headers), body: bodyOf(response) };
    },
    async executeInProcess(ctx, document, variables) {
      const result = await execute({ schema, document, contextValue: ctx, variableValues: variables });
      for (const error of result.errors ?? []) present(error, log, ctx.requestId, ctx.locale);
      return result;
    },
    stop: () => server.stop(),
  };
}

const quiet = (): void => undefined;

/** Refuses documents that cost too much, keeps the others for the lane, and tells errors in the words of the catalogue. */
function refusals(schema: GraphQLSchema, log: Logger, lane: Lane): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, request, source }) => {
          const cost = costOf(schema, document, request.variables ?? {});
          if (cost > COST_MAX) {
            throw new GraphQLError(
              `This document asks for about ${cost} fields; at most ${COST_MAX} are allowed.`,
              {
                extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
              },
            );
          }
          lane.keep(source, document);
          return Promise.resolve();
        },
        didEncounterErrors: ({ errors, contextValue }) => {
          for (const error of errors) present(error, log, contextValue.requestId, contextValue.locale);
          return Promise.resolve();
        },
      }),
  };
}

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

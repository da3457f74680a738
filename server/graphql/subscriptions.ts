import {
  createSourceEventStream,
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from "graphql";
import type { Context } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { readerOf } from "../core/readBudget.ts";
import { isNestedTooDeep, tooDeep } from "../http/incoming.ts";
import { COST_MAX, costOf } from "./cost.ts";
import { present } from "./errors.ts";
import { shapeRule, TOKENS_MAX, VALIDATION_ERRORS_MAX } from "./limits.ts";
import { isTooDeep } from "./nesting.ts";
import { withNewTypeNames } from "./oldNames.ts";
import { formattedError } from "./preparedDocuments.ts";

/** A subscription as HTTP brought it. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/** One message to who subscribed. */
export interface SubscriptionMessage {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** An event of a source, with the context of whoever read it. */
interface SourceEvent {
  readonly ctx: Context;
}

/** Points that parsing and validating cost the reader, besides the events themselves. */
const PARSING_COST = 100;

/**
 * Tells what a subscription gives, message by message, until it ends or fails; the last message of one that fails names
 * the error. Documents have the limits that they have everywhere, each event costs its reader what a query of as many
 * fields costs, and is answered with the context that it was read in.
 */
export async function* subscribeTo(
  schema: GraphQLSchema,
  log: Logger,
  ctx: Context,
  request: SubscriptionRequest,
): AsyncGenerator<SubscriptionMessage, void, void> {
  const failure = (...errors: readonly unknown[]): SubscriptionMessage => ({
    errors: errors.map((error) => {
      const shown =
        error instanceof GraphQLError
          ? error
          : new GraphQLError("", {
              originalError: error instanceof Error ? error : new Error(String(error)),
            });
      present(shown, log, ctx.requestId, ctx.locale);
      return formattedError(shown);
    }),
  });
  try {
    const document = checked(schema, request);
    if (!("kind" in document)) return yield failure(...document);
    const { operationName, variables: variableValues } = request;
    const cost = costOf(schema, document, variableValues);
    if (cost > COST_MAX)
      return yield failure(
        badRequest(`This document asks for about ${cost} fields; at most ${COST_MAX} are allowed.`),
      );
    ctx.services.reads.take(readerOf(ctx), PARSING_COST);
    const asked = { schema, document, variableValues, operationName };
    const source = await createSourceEventStream({ ...asked, contextValue: ctx });
    if (!(Symbol.asyncIterator in source)) return yield failure(...(source.errors ?? []));
    for await (const event of source as AsyncIterable<SourceEvent>) {
      ctx.services.reads.take(readerOf(event.ctx), cost);
      const { data, errors } = await execute({ ...asked, rootValue: event, contextValue: event.ctx });
      if (errors) yield { ...failure(...errors), ...(data ? { data } : {}) };
      else yield { data: data ?? null };
      if (!data) return;
    }
  } catch (error) {
    yield failure(error);
  }
}

/** Parses and validates a document; gives what is wrong with it if anything is. @throws {DomainError} INVALID_PARAMETER */
function checked(
  schema: GraphQLSchema,
  { query, operationName }: SubscriptionRequest,
): DocumentNode | readonly GraphQLError[] {
  if (isTooDeep(query) || isNestedTooDeep(query)) throw tooDeep();
  let document: DocumentNode;
  try {
    document = withNewTypeNames(parse(query, { maxTokens: TOKENS_MAX }), query);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    error.extensions["code"] = "GRAPHQL_PARSE_FAILED";
    return [error];
  }
  const problems = validate(schema, document, [...specifiedRules, shapeRule], {
    maxErrors: VALIDATION_ERRORS_MAX,
  });
  for (const problem of problems) problem.extensions["code"] = "GRAPHQL_VALIDATION_FAILED";
  if (problems.length > 0) return problems;
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [badRequest("Name one subscription. Queries and mutations are answered at /graphql.")];
  return document;
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } });
}

/**
 * Reads a subscription from the parameters of a request.
 * @throws {DomainError} INVALID_PARAMETER for what is none
 */
export function subscriptionIn(method: string, search: string, body: unknown): SubscriptionRequest {
  const given = method === "GET" ? fromAddress(search) : body;
  const { query, operationName, variables } = (given ?? {}) as Record<string, unknown>;
  const isObject = variables == null || (typeof variables === "object" && !Array.isArray(variables));
  if (
    typeof query !== "string" ||
    !isObject ||
    !["string", "undefined"].includes(typeof (operationName ?? undefined))
  )
    throw new DomainError("INVALID_PARAMETER", {
      text: {
        zh: "请求须包含 query，variables 须为对象",
        en: "A request has a query, and variables that are an object.",
      },
    });
  return {
    query,
    operationName: (operationName ?? undefined) as string | undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  };
}

function fromAddress(search: string): Record<string, unknown> {
  const asked = new URLSearchParams(search);
  const variables = asked.get("variables");
  if (variables !== null && isNestedTooDeep(variables)) throw tooDeep();
  let parsed: unknown;
  try {
    parsed = variables === null ? undefined : JSON.parse(variables);
  } catch {
    parsed = variables;
  }
  return {
    query: asked.get("query") ?? undefined,
    operationName: asked.get("operationName") ?? undefined,
    variables: parsed,
  };
}

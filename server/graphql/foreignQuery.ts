import {
  execute,
  getOperationAST,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import type { Context, ForeignQuery } from "../core/context.ts";
import { COST_MAX, costOf } from "./cost.ts";
import { shapeRule, TOKENS_MAX } from "./limits.ts";
import { isTooDeep } from "./nesting.ts";

/**
 * Executes a query with all limits that documents have at the public door: tokens, nesting, shape, cost and budget.
 * @throws {Error} with what is wrong, for anything but one query too
 * @throws {DomainError} RATE_LIMITED
 */
export async function runForeignQuery(
  schema: GraphQLSchema,
  ctx: Context,
  { document: text, variables, reader }: ForeignQuery,
): Promise<unknown> {
  if (isTooDeep(text)) throw new Error("The document nests too deeply.");
  const document = parse(text, { noLocation: true, maxTokens: TOKENS_MAX });
  if (getOperationAST(document)?.operation !== OperationTypeNode.QUERY) throw new Error("Give one query.");
  const [problem] = validate(schema, document, [...specifiedRules, shapeRule], { maxErrors: 1 });
  if (problem) throw problem;
  const cost = costOf(schema, document, variables);
  if (cost > COST_MAX)
    throw new Error(`This document asks for about ${cost} fields; at most ${COST_MAX} are allowed.`);
  ctx.services.reads.take(reader, cost);
  const { data, errors } = await execute({ schema, document, contextValue: ctx, variableValues: variables });
  if (errors?.[0]) throw errors[0];
  return data;
}

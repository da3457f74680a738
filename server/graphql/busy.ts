import { Kind, type GraphQLError, type OperationDefinitionNode } from "graphql";
import { DomainError } from "../core/errors.ts";

/**
 * Finds the refusal of a change for which there was no room. Where it is all that was asked for, nothing has happened, and
 * the whole request is refused, so that clients and what lies between come again as after any overload.
 */
export function busyRefusal(
  operation: OperationDefinitionNode,
  errors: readonly GraphQLError[],
): DomainError | null {
  const { selections } = operation.selectionSet;
  const isAlone = operation.operation === "mutation" && selections.length === 1;
  if (!isAlone || selections[0]!.kind !== Kind.FIELD) return null;
  for (const { originalError: cause } of errors)
    if (cause instanceof DomainError && cause.code === "OVERLOADED") return cause;
  return null;
}

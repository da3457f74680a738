import { Kind, type GraphQLError, type OperationDefinitionNode } from "graphql";
import { DomainError } from "../core/errors.ts";

/** Refusals that say when to come again, by status and header as well. */
const COME_AGAIN: ReadonlySet<string> = new Set(["OVERLOADED", "RATE_LIMITED", "SLOW_MODE"]);

/**
 * Finds the refusal of a change for which there was no room, or that came too often, such as signing in. Where it is all
 * that was asked for, nothing has happened, and the whole request is refused, so that clients and what lies between come
 * again as after any overload.
 */
export function busyRefusal(
  operation: OperationDefinitionNode,
  errors: readonly GraphQLError[],
): DomainError | null {
  const { selections } = operation.selectionSet;
  const isAlone = operation.operation === "mutation" && selections.length === 1;
  if (!isAlone || selections[0]!.kind !== Kind.FIELD) return null;
  for (const { originalError: cause, path } of errors) {
    // Below the root something has happened already.
    const isWhole = path === undefined || path.length === 1;
    if (isWhole && cause instanceof DomainError && COME_AGAIN.has(cause.code)) return cause;
  }
  return null;
}

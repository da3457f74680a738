import { Kind, OperationTypeNode, getOperationAST, parse } from "graphql";
import { CALLS_OF_AREAS, COMMANDS_OF_AREAS } from "../../core/tokenAreas.ts";

/**
 * Mutations that take a key: what tokens may run, and money. Those whose answers hold secrets take none, since answers are
 * stored.
 */
const MUTATIONS: ReadonlySet<string> = new Set([
  ...Object.values(COMMANDS_OF_AREAS).flat(),
  "adjustWallet",
  "createInvitation",
  "createOrder",
  "decideWithdrawal",
  "giveBounty",
  "payOrder",
  "refundOrder",
  "refundPayment",
  "requestWithdrawal",
  "startPayment",
]);
const CALLS: ReadonlySet<string> = new Set(Object.values(CALLS_OF_AREAS).flat());

/** Answers whether a document is a mutation, and whether it takes a key. */
export type KeyUse = "none" | "taken" | "refused";

/** Finds out whether a GraphQL request takes a key; what cannot be parsed takes none, and is refused elsewhere. */
export function keyUseOf(body: unknown, maxTokens: number): KeyUse {
  const { query, operationName } = (body ?? {}) as { query?: unknown; operationName?: unknown };
  if (typeof query !== "string") return "none";
  try {
    const document = parse(query, { maxTokens, noLocation: true });
    const operation = getOperationAST(document, typeof operationName === "string" ? operationName : null);
    if (operation?.operation !== OperationTypeNode.MUTATION) return "none";
    const isTaken = operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && MUTATIONS.has(selection.name.value),
    );
    return isTaken ? "taken" : "refused";
  } catch {
    return "none";
  }
}

/** True if a call of the legacy API takes a key. */
export function takesKey(name: string): boolean {
  return !name.startsWith("GET ") && CALLS.has(name);
}

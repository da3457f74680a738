import { Kind, OperationTypeNode, getOperationAST, parse } from "graphql";
import { CALLS_OF_AREAS, COMMANDS_OF_AREAS } from "../../core/tokenAreas.ts";

/** Mutations that take a key: what tokens may run, money, and what else the web client sends once. */
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
  "replayWebhookCall",
  "requestWithdrawal",
  "startPayment",
  "testWebhook",
]);
/** Mutations whose answers hold secrets: they run once, and their answers are not stored. */
const SECRET_MUTATIONS: ReadonlySet<string> = new Set([
  "claimAdmin",
  "createAccessToken",
  "createApplicationToken",
  "createOAuthApplication",
  "createWebhook",
  "linkWechatByPhone",
  "register",
  "registerByIdentity",
  "registerByWechat",
]);
const CALLS: ReadonlySet<string> = new Set(Object.values(CALLS_OF_AREAS).flat());

/** Tells whether a document is a mutation, whether it takes a key, and whether its answer must not be stored. */
export type KeyUse = "none" | "taken" | "secret" | "refused";

/** Finds out whether a GraphQL request takes a key; what cannot be parsed takes none, and is refused elsewhere. */
export function keyUseOf(body: unknown, maxTokens: number): KeyUse {
  const { query, operationName } = (body ?? {}) as { query?: unknown; operationName?: unknown };
  if (typeof query !== "string") return "none";
  try {
    const document = parse(query, { maxTokens, noLocation: true });
    const operation = getOperationAST(document, typeof operationName === "string" ? operationName : null);
    if (operation?.operation !== OperationTypeNode.MUTATION) return "none";
    const names = operation.selectionSet.selections.map((selection) =>
      selection.kind === Kind.FIELD ? selection.name.value : "",
    );
    if (names.every((name) => MUTATIONS.has(name))) return "taken";
    return names.every((name) => MUTATIONS.has(name) || SECRET_MUTATIONS.has(name)) ? "secret" : "refused";
  } catch {
    return "none";
  }
}

/** True if a call of the legacy API takes a key. */
export function takesKey(name: string): boolean {
  return !name.startsWith("GET ") && CALLS.has(name);
}

import type { ApolloClient } from "@apollo/client";
import { CODE } from "./responseCodes.ts";
import { announceResponse } from "./useResponseCodes.ts";

/** Codes for what the server's stream gives as the reason why it ends for good. */
const CODES: Readonly<Record<string, number>> = {
  SIGNED_OUT: CODE.INVALID_TOKEN,
  ACCOUNT_BANNED: CODE.BANNED,
  REVIEW_REFUSED: CODE.REVIEW_REFUSED,
  REVIEW_IGNORED: CODE.REVIEW_IGNORED,
};

let isLeaving = false;

/** Marks this page as one whose reader signs out, or ends their sessions: the server's word that the session has ended is no news to it. */
export function markLeaving(leaves = true): void {
  isLeaving = leaves;
}

/** Tells the open page that its session has ended or its member is shut out, and drops what was of that member alone. */
export async function followSessionEnd(client: ApolloClient, reason: string): Promise<void> {
  if (isLeaving) return;
  const code = CODES[reason];
  if (code !== undefined) announceResponse(code, "", true);
  // Questions of the page that are no longer answered say so in their places.
  await client.resetStore().catch(() => undefined);
}

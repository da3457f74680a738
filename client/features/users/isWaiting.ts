import type { UserStatus } from "../../gql/graphql.ts";

/**
 * True if a new member waits to be let in: for the decision of staff, or for their own answers to the sign-in fields.
 */
export function isWaiting(status: UserStatus | null | undefined): boolean {
  return status === "UNDER_REVIEW" || status === "FIELDS_MISSING";
}

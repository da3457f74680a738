import type { UserStatus } from "../../gql/graphql.ts";

/** Whether somebody who registered waits to be let in: until staff decide, or until they have answered the sign-in fields. */
export function isWaiting(status: UserStatus | null | undefined): boolean {
  return status === "UNDER_REVIEW" || status === "FIELDS_MISSING";
}

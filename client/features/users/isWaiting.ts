import type { MemberStatus } from "../../gql/graphql.ts";

/** Whether somebody who registered waits to be let in: until staff decide, or until they have answered the sign-in fields. */
export function isWaiting(status: MemberStatus | null | undefined): boolean {
  return status === "UNDER_REVIEW" || status === "FIELDS_MISSING";
}

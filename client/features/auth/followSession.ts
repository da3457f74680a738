import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { leavePush } from "../../session/leavePush.ts";
import { keepAccessToken } from "../../session/token.ts";
import { STATUS_PATH, SUPPLEMENTARY_PATH } from "../../session/useStanding.ts";

const AccountForm_session = graphql(`
  fragment AccountForm_session on Session {
    accessToken
    isReopened
    viewer {
      id
      status
      needsSecondFactor
    }
  }
`);

/** Tells who came back within the time of grace that their account stays. */
const REOPENED_PATH = "/my/settings?section=data&reopened=1";

/** Address at which administrators set up the second factor that the site asks of them. */
const SECOND_FACTOR_PATH = "/my/settings#second-factor";

/** A new session, as every way of signing in gets it. */
export type NewSession = FragmentType<typeof AccountForm_session>;

/**
 * Goes on as the member who has just signed in: to what they have to do first, else back to where a sign-in was needed.
 * @param next address that the sign-in page was opened with
 */
export async function followSession(masked: NewSession, next: string | null): Promise<void> {
  const session = readFragment(AccountForm_session, masked);
  keepAccessToken(session.accessToken);
  await leavePush();
  if (session.viewer.status === "FIELDS_MISSING") return location.assign(SUPPLEMENTARY_PATH);
  // Who can only read for now learns it here, not at the first refusal.
  if (session.viewer.status !== "NORMAL") return location.assign(STATUS_PATH);
  if (session.viewer.needsSecondFactor) return location.assign(SECOND_FACTOR_PATH);
  if (session.isReopened) return location.assign(REOPENED_PATH);
  returnToAddress(next);
}

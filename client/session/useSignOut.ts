import { graphql } from "../gql/gql.ts";
import { useLogoutMutation } from "../gql/hooks.ts";
import { leavePush } from "./leavePush.ts";
import { markLeaving } from "./sessionEnd.ts";
import { dropAccessToken } from "./token.ts";

graphql(`
  mutation Logout {
    logout
  }
`);

/** Gives a function that ends the session and goes home; the page is loaded anew, so nothing of the member stays. */
export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  return async () => {
    markLeaving();
    // Whatever the server says, this browser forgets the session.
    await logout().catch(() => undefined);
    await leavePush();
    dropAccessToken();
    location.assign("/");
  };
}

import { errorOf, mayPass } from "../apollo/errors.ts";
import { graphql } from "../gql/gql.ts";
import { useLogoutMutation } from "../gql/hooks.ts";
import { OWN, unstoreAll } from "../platform/storage.ts";
import { lateAct } from "../ui/lateAct.ts";
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
    await lateAct(async () => {
      await logout().catch((error: unknown) => {
        // A session that is gone already needs no end; one that the server has not heard of ending goes on.
        if (mayPass(errorOf(error))) throw error;
      });
      await leavePush();
      dropAccessToken();
      unstoreAll(OWN);
      location.assign("/");
    });
  };
}

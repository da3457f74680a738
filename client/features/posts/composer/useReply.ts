import { useRequireLogin } from "../../../session/useStanding.ts";
import { replyHref } from "../../reading/threadAddress.ts";
import { openReply } from "./quoting.ts";

/**
 * Gives a function that opens the composer of a thread over the place that is read, with a quote if one is given. Visitors
 * sign in first and come back to the same place.
 */
export function useReply(threadId: string): (quote?: string) => void {
  const requireLogin = useRequireLogin();
  return (quote) => {
    if (requireLogin(replyHref(threadId))) openReply(quote ?? null);
  };
}

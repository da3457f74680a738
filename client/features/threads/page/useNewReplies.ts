import { useEffect, useRef, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useLastReplyNumberLazyQuery } from "../../../gql/hooks.ts";

graphql(`
  query LastReplyNumber($id: ID!) {
    thread(id: $id) {
      id
      lastNumber
    }
  }
`);

/** Interval at which new replies are looked for while the page is in sight, in milliseconds (spec §9). */
export const NEW_REPLIES_POLL_MS = 60_000;
/** Coming back to the page asks at once, but not more often than this. */
const FOCUS_PAUSE_MS = 10_000;

/**
 * Counts the replies that have come since the page was read. Nothing on the page moves by it: the answer stays outside
 * of the cache until the reader wants to see them.
 * @param known the last number that the page knows of
 */
export function useNewReplies(id: string, known: number): number {
  const [ask] = useLastReplyNumberLazyQuery({ fetchPolicy: "no-cache" });
  const [last, setLast] = useState(known);
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    let askedAt = Date.now();
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      askedAt = Date.now();
      const answer = await asking.current({ variables: { id } }).catch(() => null);
      const number = answer?.data?.thread?.lastNumber;
      if (number) setLast((before) => Math.max(before, number));
    };
    const back = () => void (Date.now() - askedAt > FOCUS_PAUSE_MS && look());
    const timer = setInterval(() => void look(), NEW_REPLIES_POLL_MS);
    addEventListener("focus", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, [id]);
  return Math.max(0, last - known);
}

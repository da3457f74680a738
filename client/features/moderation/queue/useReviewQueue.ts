import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { useEffect, useRef, useState } from "react";
import type { ReviewDecision, ReviewKind } from "../../../gql/graphql.ts";
import {
  useClaimReviewsMutation,
  useDecideReviewMutation,
  useUndoReviewMutation,
} from "../../../gql/hooks.ts";
import { useAct } from "../../../ui/act.ts";
import { showToast } from "../../../ui/toast.tsx";
import { addToReviewCounts, rereadReviewCounts } from "./reviewCounts.ts";

/** Interval at which a claim is renewed; it holds for two minutes. */
export const RENEW_MS = 60_000;

/** Decisions that can be taken back from the page. */
const UNDO_MAX = 50;

/** With fewer items left the queue is read again, since it is longer than what was read of it. */
const LOW = 3;

interface Options {
  /** Items of the queue, in order. */
  items: readonly { key: string; kind: ReviewKind }[];
  /** Another moderator is at these. */
  held: ReadonlySet<string>;
  /** Reads the queue again. */
  refetch: () => Promise<unknown>;
  texts: { taken: string; undone: string; nothingToUndo: string };
}

/** A decision that can be taken back. */
interface Decision {
  key: string;
  kind: ReviewKind;
  decision: ReviewDecision;
  ban: boolean;
}

/** Moves through a queue, claims the present item, decides, and takes decisions back. */
export function useReviewQueue({ items, held, refetch, texts }: Options) {
  const client = useBrowserClient();
  const keys = items.map(({ key }) => key);
  const [current, setCurrent] = useState<string | null>(null);
  const [decided, setDecided] = useState<readonly Decision[]>([]);
  const { act, isBusy } = useAct();
  const [decide] = useDecideReviewMutation();
  const [undo] = useUndoReviewMutation();

  const gone = new Set(decided.map(({ key }) => key));
  const waiting = keys.filter((key) => !gone.has(key));
  const present =
    current && waiting.includes(current) ? current : (waiting.find((key) => !held.has(key)) ?? null);
  useClaim(present, refetch);

  const move = (step: 1 | -1): void => {
    const index = present ? waiting.indexOf(present) : -1;
    const next = waiting[Math.min(Math.max(index + step, 0), waiting.length - 1)];
    if (next) setCurrent(next);
  };
  const settle = async (
    key: string,
    decision: ReviewDecision,
    { reason, ban }: { reason: string; ban: boolean },
  ) => {
    if (held.has(key)) return showToast({ type: "warning", message: texts.taken });
    // The next one is there before the answer is.
    const after = waiting[waiting.indexOf(key) + 1] ?? waiting[waiting.indexOf(key) - 1] ?? null;
    const { kind } = items.find((item) => item.key === key)!;
    await act(
      async () => {
        await decide({ variables: { input: { key, decision, reason, ban } } });
        setDecided((earlier) => [...earlier, { key, kind, decision, ban }].slice(-UNDO_MAX));
        setCurrent(after);
        addToReviewCounts(client, kind, -1);
        // A verdict holds for all reports of its target, and a short queue may go on below.
        if (kind === "REPORT" || waiting.length <= LOW) void refetch().catch(() => undefined);
        else void rereadReviewCounts(client);
      },
      {
        // Somebody else may have decided meanwhile.
        failed: () => void refetch().catch(() => undefined),
      },
    );
  };
  const takeBack = async () => {
    const last = decided.at(-1);
    if (!last) return showToast({ type: "info", message: texts.nothingToUndo });
    await act(
      async () => {
        await undo({ variables: { key: last.key, unban: last.ban } });
        setDecided((earlier) => earlier.slice(0, -1));
        setCurrent(last.key);
        addToReviewCounts(client, last.kind, 1);
      },
      {
        done: texts.undone,
        // Also if it is still in what was read: a reading that is under way may come without it.
        reread: refetch,
      },
    );
  };
  return { present, waiting, decided, isBusy, move, choose: setCurrent, settle, takeBack };
}

/** Claims the item that is looked at and renews the claim; leaving the page frees it. */
function useClaim(present: string | null, refetch: Options["refetch"]): void {
  const [claim] = useClaimReviewsMutation();
  const latest = useRef({ claim, refetch });
  useEffect(() => {
    latest.current = { claim, refetch };
  });
  useEffect(() => {
    const renew = () => {
      if (!present) return;
      latest.current
        .claim({ variables: { keys: [present] } })
        .then(({ data }) => {
          if (data && !data.claimReviews.includes(present)) void latest.current.refetch();
        })
        .catch(() => undefined);
    };
    renew();
    const timer = setInterval(renew, RENEW_MS);
    return () => clearInterval(timer);
  }, [present]);
  useEffect(() => {
    const { claim: free } = latest.current;
    return () => void free({ variables: { keys: [] } }).catch(() => undefined);
  }, []);
}

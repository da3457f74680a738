import { useCallback, useEffect, useRef, useState } from "react";
import type { ReviewDecision } from "../../../gql/graphql.ts";
import {
  useClaimReviewsMutation,
  useDecideReviewMutation,
  useUndoReviewMutation,
} from "../../../gql/hooks.ts";
import { useAct } from "../../../ui/act.ts";
import { showToast } from "../../../ui/toast.tsx";

/** A claim is renewed this often; it holds for two minutes. */
export const RENEW_MS = 60_000;

/** Decisions that can be taken back from the page. */
const UNDO_MAX = 50;

interface Options {
  /** Keys of the queue, in order. */
  keys: readonly string[];
  /** Another moderator is at these. */
  held: ReadonlySet<string>;
  /** Reads the queue again. */
  refetch: () => Promise<unknown>;
  texts: { taken: string; undone: string; nothingToUndo: string };
}

/** Moves through a queue, holds the present item, decides, and takes decisions back. */
export function useReviewQueue({ keys, held, refetch, texts }: Options) {
  const [current, setCurrent] = useState<string | null>(null);
  const [decided, setDecided] = useState<readonly { key: string; decision: ReviewDecision; ban: boolean }[]>(
    [],
  );
  const { act, isBusy } = useAct();
  const [claim] = useClaimReviewsMutation();
  const [decide] = useDecideReviewMutation();
  const [undo] = useUndoReviewMutation();
  const gone = new Set(decided.map(({ key }) => key));
  const waiting = keys.filter((key) => !gone.has(key));
  const present =
    current && waiting.includes(current) ? current : (waiting.find((key) => !held.has(key)) ?? null);

  const latest = useRef({ claim, refetch });
  useEffect(() => {
    latest.current = { claim, refetch };
  });
  // The item that is looked at is held; leaving the page frees it.
  useEffect(() => {
    const hold = () => {
      if (!present) return;
      latest.current
        .claim({ variables: { keys: [present] } })
        .then(({ data }) => {
          if (data && !data.claimReviews.includes(present)) void latest.current.refetch();
        })
        .catch(() => undefined);
    };
    hold();
    const timer = setInterval(hold, RENEW_MS);
    return () => clearInterval(timer);
  }, [present]);
  useEffect(() => {
    const { claim: free } = latest.current;
    return () => void free({ variables: { keys: [] } }).catch(() => undefined);
  }, []);

  const move = useCallback(
    (step: 1 | -1) => {
      const index = present ? waiting.indexOf(present) : -1;
      const next = waiting[Math.min(Math.max(index + step, 0), waiting.length - 1)];
      if (next) setCurrent(next);
    },
    [present, waiting],
  );

  const settle = async (
    key: string,
    decision: ReviewDecision,
    { reason, ban }: { reason: string; ban: boolean },
  ) => {
    if (held.has(key)) return showToast({ type: "warning", message: texts.taken });
    // The next one is there before the answer is.
    const after = waiting[waiting.indexOf(key) + 1] ?? waiting[waiting.indexOf(key) - 1] ?? null;
    await act(
      async () => {
        await decide({ variables: { input: { key, decision, reason, ban } } });
        setDecided((known) => [...known, { key, decision, ban }].slice(-UNDO_MAX));
        setCurrent(after);
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
        setDecided((known) => known.slice(0, -1));
        setCurrent(last.key);
      },
      {
        done: texts.undone,
        reread: async () => (keys.includes(last.key) ? undefined : refetch()),
      },
    );
  };

  return { present, waiting, decided, isBusy, move, choose: setCurrent, settle, takeBack };
}

import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { MaySplit_ThreadFragmentDoc } from "../../../gql/graphql.ts";

const SplitDialog = lazy(() => import("./SplitDialog.tsx").then((m) => ({ default: m.SplitDialog })));

/** Fields of a thread that is shown already, by which it may be split or not. */
graphql(`
  fragment MaySplit_thread on Thread {
    viewerCanMove
    approval
  }
`);

/** A reply of a thread, by its number. */
export interface SplitPlace {
  readonly threadId: string;
  readonly number: number;
}

/** Gives the way to split a thread at a reply, where the thread is shown and the viewer may, and the dialog for it. */
export function useSplit(): {
  maySplit(threadId: string): boolean;
  split(place: SplitPlace): void;
  dialog: ReactNode;
} {
  const client = useBrowserClient();
  const [place, setPlace] = useState<SplitPlace | null>(null);
  const maySplit = useCallback(
    (threadId: string): boolean => {
      const { cache } = client;
      const id = cache.identify({ __typename: "Thread", id: threadId });
      const thread = cache.readFragment<{ viewerCanMove: boolean; approval: string }>({
        id,
        fragment: MaySplit_ThreadFragmentDoc,
      });
      return thread?.viewerCanMove === true && thread.approval === "APPROVED";
    },
    [client],
  );
  const dialog = place && (
    <Suspense fallback={null}>
      <SplitDialog {...place} onClose={() => setPlace(null)} />
    </Suspense>
  );
  return { maySplit, split: setPlace, dialog };
}

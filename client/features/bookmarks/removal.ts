import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql/gql.ts";
import {
  RemoveBookmarkDocument,
  type RemoveBookmarkMutation,
  SetBookmarkDocument,
  type SetBookmarkInput,
  SetThreadFavoriteDocument,
} from "../../gql/graphql.ts";
import { textsOfPage } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import type { Toast } from "../../ui/toast.tsx";
import { removalTexts } from "./removal.texts.ts";

graphql(`
  mutation RemoveBookmark($threadId: ID!) {
    removeBookmark(threadId: $threadId) {
      id
      note
      remindAt
      folder {
        id
      }
      thread {
        id
        favoriteCount
        viewerHasFavorited
      }
    }
  }
`);

type Removed = NonNullable<RemoveBookmarkMutation["removeBookmark"]>;

/** Time in which a removal can be taken back, in milliseconds. */
const UNDO_MS = 8_000;

/** Gives the notice of a removal, which brings back note, folder and reminder. */
export function backToast(
  { id: threadId, note, folder, remindAt }: Removed,
  t: { readonly removed: string; readonly undo: string },
  bringBack: (input: SetBookmarkInput) => Promise<unknown>,
): Toast {
  const isAhead = remindAt && Date.parse(remindAt) > Date.now();
  const input = { threadId, note, folderId: folder?.id ?? null, remindAt: isAhead ? remindAt : null };
  const action = { label: t.undo, run: () => void act(() => bringBack(input)) };
  return { type: "success", message: t.removed, durationMs: UNDO_MS, action };
}

/** True if a bookmark held more than its thread, which its removal would lose. */
function holdsMore({ note, folder, remindAt }: Removed): boolean {
  return note !== "" || folder !== null || remindAt !== null;
}

/**
 * Removes the bookmark of a thread; what it held beside the thread can be had back.
 * @param thread state of the thread afterwards, which shows before the server has answered
 */
export async function removeFromThread(
  client: ApolloClient,
  thread: NonNullable<Removed["thread"]>,
): Promise<void> {
  const t = textsOfPage(removalTexts);
  const threadId = thread.id;
  const bookmark = {
    __typename: "Bookmark" as const,
    id: threadId,
    note: "",
    remindAt: null,
    folder: null,
    thread,
  };
  const remove = () =>
    client.mutate({
      mutation: RemoveBookmarkDocument,
      variables: { threadId },
      optimisticResponse: { removeBookmark: bookmark },
    });
  const bringBack = (input: SetBookmarkInput) =>
    client.mutate({ mutation: SetBookmarkDocument, variables: { input } });
  await act(remove, {
    done: ({ data }) =>
      data?.removeBookmark && holdsMore(data.removeBookmark)
        ? backToast(data.removeBookmark, t, bringBack)
        : undefined,
    // It was removed elsewhere before: only the state of the thread is to be read.
    reread: async ({ data }) => {
      if (data?.removeBookmark) return;
      await client.mutate({ mutation: SetThreadFavoriteDocument, variables: { threadId, favorite: false } });
    },
  });
}

import { graphql } from "../../gql/gql.ts";
import type { RemoveBookmarkMutation, SetBookmarkInput } from "../../gql/graphql.ts";
import { act } from "../../ui/act.ts";
import type { Toast } from "../../ui/toast.tsx";

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
export function holdsMore({ note, folder, remindAt }: Removed): boolean {
  return note !== "" || folder !== null || remindAt !== null;
}

import { useSyncExternalStore } from "react";

/** Windows that have room for the list of chats beside a chat. */
const WIDE = "(width >= 1360px)";

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** True in windows that show the list of chats beside a chat; false on the server, which does not know the window. */
export function useListBeside(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

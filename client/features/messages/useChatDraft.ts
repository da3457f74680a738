import { useEffect, useState } from "react";
import { OWN, store, stored, unstore } from "../../platform/storage.ts";
import { useViewer } from "../../session/useViewer.ts";

/** Time for which what was typed in a chat is kept, in milliseconds: 30 days. */
const LIFETIME_MS = 2_592_000_000;

/**
 * Holds what is typed in a chat, and keeps it on this device until it is sent or the viewer signs out.
 * @param chatId id of the other member, or `room:` and the id of a group chat
 */
export function useChatDraft(chatId: string): readonly [string, (text: string) => void] {
  const { viewer } = useViewer();
  const name = `${OWN}chat:${viewer?.id ?? "-"}:${chatId}`;
  const [body, setBody] = useState("");
  useEffect(() => {
    const before = stored<string>(name);
    // After the page of the server is taken over; what was typed until then counts.
    if (before) queueMicrotask(() => setBody((typed) => typed || before));
  }, [name]);

  function change(text: string): void {
    setBody(text);
    if (text.trim() === "") unstore(name);
    else store(name, text, LIFETIME_MS);
  }
  return [body, change];
}

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { SentReply } from "../composer/ReplyComposer.tsx";
import type { OpenComposer } from "../postActions.ts";
import { OpenBelow } from "./OpenBelow.tsx";

/** The composer that is open below a reply; the object stays the same as long as it does, for the rows' sake. */
export interface ComposerBelow {
  postId: string;
  node: ReactNode;
}

/**
 * Opens the composer below one reply at a time.
 * @param onSent called with what was sent; the composer is closed by then
 */
export function useOpenComposer(
  threadId: string,
  onSent: (reply: SentReply) => Promise<void>,
): {
  below: ComposerBelow | null;
  setOpen: (open: OpenComposer | null) => void;
  /** Closes it and hands on what was sent, there or elsewhere on the page. */
  send: (reply: SentReply) => Promise<void>;
} {
  const [open, setOpen] = useState<OpenComposer | null>(null);
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  const close = useCallback(() => setOpen(null), []);
  const send = useCallback((reply: SentReply) => {
    setOpen(null);
    return latest.current(reply);
  }, []);
  const below = useMemo(
    () =>
      open && {
        postId: open.parentId,
        node: <OpenBelow open={open} threadId={threadId} onSent={send} onClose={close} />,
      },
    [open, threadId, send, close],
  );
  return { below, setOpen, send };
}

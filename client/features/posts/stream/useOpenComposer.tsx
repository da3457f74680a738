import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AnswerSlot } from "../composer/ComposerSlot.tsx";
import type { SentReply } from "../composer/ReplyComposer.tsx";
import type { OpenComposer } from "../postActions.ts";
import { OpenBelow } from "./OpenBelow.tsx";

/** The composer that is open below a reply; the object stays the same as long as it does, for the rows' sake. */
export interface ComposerBelow {
  postId: string;
  node: ReactNode;
}

/** Composers besides the one of the thread: one at a time. */
export interface OpenComposers {
  /** A change below its reply. */
  below: ComposerBelow | null;
  /** An answer to a reply, docked over the page. */
  docked: ReactNode;
  setOpen: (open: OpenComposer | null) => void;
  /** Closes them and hands on what was sent, there or elsewhere on the page. */
  send: (reply: SentReply) => Promise<void>;
}

/**
 * Opens one composer at a time: below a reply to change it, over the page to answer it.
 * @param onSent called with what was sent; the composer is closed by then
 */
export function useOpenComposer(
  { id: threadId, title }: { id: string; title: string },
  onSent: (reply: SentReply) => Promise<void>,
): OpenComposers {
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
      open?.kind === "edit"
        ? { postId: open.parentId, node: <OpenBelow open={open} onClose={close} /> }
        : null,
    [open, close],
  );
  const docked = open?.kind === "comment" && (
    <AnswerSlot
      key={open.postId}
      threadId={threadId}
      title={title}
      answered={{ id: open.postId, name: open.name, number: open.number }}
      onSent={send}
      onClose={close}
    />
  );
  return { below, docked, setOpen, send };
}

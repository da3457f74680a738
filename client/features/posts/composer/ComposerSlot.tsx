import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { useOffered } from "../../../session/useOffered.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { postTexts } from "../posts.texts.ts";
import { ComposerDock } from "./ComposerDock.tsx";
import { useQuotes, useReplyDoor } from "./quoting.ts";
import type { Answered, ComposerProps, SentReply, TypedText } from "./ReplyComposer.tsx";
import classes from "./ComposerSlot.module.css";
import { focusField, useDock } from "./useDock.ts";

const loadComposer = () => import("./ReplyComposer.tsx").then((module) => module.ReplyComposer);

/** Distance from the window within which the code of the field is fetched. */
const NEAR = "600px";

interface Props {
  threadId: string;
  /** Title of the thread, which heads the composer where it does not stand at the end. */
  title: string;
  /** An answer to a reply is being written: this composer goes back to its place. */
  isOtherOpen: boolean;
  /** Called before this composer is docked. */
  onDock(): void;
  onSent(reply: SentReply): void | Promise<void>;
}

/**
 * The place of the composer at the end of a thread, which `openReply` and the address `#reply` dock over the place that is
 * read.
 */
export function ComposerSlot({ threadId, title, isOtherOpen, onDock, onSent }: Props) {
  const t = useTexts(postTexts);
  const isOffered = useOffered("REPLIES");
  const dock = useDock("inline");
  const { mode, go } = dock;
  const { hash, key } = useLocation();

  function open(): void {
    onDock();
    if (mode !== "docked" && mode !== "full") go("docked");
    else focusField(dock.frame.current);
  }
  useReplyDoor(open);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    // After the effects of this page, within which nothing may be drawn at once.
    if (hash === "#reply" && isOffered) queueMicrotask(() => latest.current());
  }, [hash, key, isOffered]);
  useEffect(() => {
    if (isOtherOpen) queueMicrotask(() => go("inline"));
  }, [isOtherOpen, go]);

  if (!isOffered) return <p className={classes.off}>{t.repliesOff}</p>;
  return (
    <LateComposer
      threadId={threadId}
      title={title}
      answered={null}
      label={t.yourReply}
      dock={dock}
      name={t.replyTo(title)}
      onSent={(reply) => {
        if (mode !== "inline") go("inline");
        return onSent(reply);
      }}
    />
  );
}

interface AnswerProps {
  threadId: string;
  title: string;
  answered: Answered;
  onSent(reply: SentReply): void | Promise<void>;
  onClose(): void;
}

/** A composer that answers a reply or a comment, docked over the place that is read. */
export function AnswerSlot({ threadId, title, answered, onSent, onClose }: AnswerProps) {
  const t = useTexts(postTexts);
  const isOffered = useOffered("REPLIES");
  const dock = useDock(isOffered ? "docked" : "inline");
  if (!isOffered) return null;
  return (
    <LateComposer
      threadId={threadId}
      title={title}
      answered={answered}
      label={t.yourComment}
      dock={dock}
      name={t.answerTo(answered.name ?? t.anonymous, answered.number)}
      onSent={onSent}
      onClose={onClose}
    />
  );
}

interface LateProps extends Omit<ComposerProps, "typed" | "onCancel"> {
  label: string;
  dock: ReturnType<typeof useDock>;
  name: string;
  onClose?(): void;
}

/**
 * A plain field that can be written in at once and becomes the composer when the reader comes near. What stands in it, and
 * the cursor, move along.
 */
function LateComposer({ label, dock, name, onClose, ...composer }: LateProps) {
  const [ready, setReady] = useState<{ Composer: ComponentType<ComposerProps>; typed: TypedText } | null>(
    null,
  );
  return (
    <ComposerDock dock={dock} label={label} name={name} hasTools={ready !== null} onClose={onClose}>
      {ready ? (
        <ready.Composer {...composer} typed={ready.typed} />
      ) : (
        <PlainField
          label={label}
          kind={composer.answered ? "comment" : "thread"}
          onReady={(Composer, typed) => setReady({ Composer, typed })}
        />
      )}
    </ComposerDock>
  );
}

interface PlainProps {
  label: string;
  kind: "thread" | "comment";
  onReady(Composer: ComponentType<ComposerProps>, typed: TypedText): void;
}

function PlainField({ label, kind, onReady }: PlainProps) {
  const t = useTexts(postTexts);
  const { isShared } = useViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const composer = useRef<ComponentType<ComposerProps> | null>(null);
  const latest = useRef(onReady);
  useEffect(() => {
    latest.current = onReady;
  });

  /** An input method that is at work is not disturbed: the field is handed over when the word is finished. */
  const handOver = useCallback(() => {
    const area = field.current;
    const Composer = composer.current;
    if (!area || !Composer || isComposing.current || isShared) return;
    const isFocused = document.activeElement === area;
    const selection = isFocused ? ([area.selectionStart, area.selectionEnd] as const) : null;
    // At once, so that no key is pressed between the two fields.
    flushSync(() => latest.current(Composer, { text: area.value, selection }));
  }, [isShared]);
  // The draft of a member is looked for when it is known who that is.
  useEffect(() => {
    if (!isShared && composer.current) setTimeout(handOver);
  }, [isShared, handOver]);

  const load = useCallback(async () => {
    // Offline the field stays, and the next touch tries again.
    composer.current = await loadComposer().catch(() => null);
    handOver();
  }, [handOver]);

  useQuotes(kind, (markdown) => {
    const area = field.current!;
    area.value = [area.value, markdown].filter(Boolean).join("\n");
    area.focus({ preventScroll: true });
    area.setSelectionRange(area.value.length, area.value.length);
    void load();
  });

  useEffect(() => {
    const area = field.current!;
    if (document.activeElement === area || area.value) return void load();
    if (typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: NEAR },
    );
    observer.observe(area);
    return () => observer.disconnect();
  }, [load]);

  return (
    <div className={classes.plain}>
      <textarea
        ref={field}
        aria-label={label}
        placeholder={t.replyPlaceholder}
        onFocus={() => void load()}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={() => {
          isComposing.current = false;
          // After the browser has put the word into the field.
          setTimeout(handOver);
        }}
      />
    </div>
  );
}

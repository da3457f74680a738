import { type ComponentType, lazy, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { useOffered } from "../../../session/useOffered.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconPhoto } from "../../../ui/icons.tsx";
import areaClasses from "../../editor/MarkdownArea.module.css";
import { postTexts } from "../posts.texts.ts";
import { useQuotes } from "./quoting.ts";
import type { ComposerProps, SentReply, TypedText } from "./ReplyComposer.tsx";
import classes from "./ReplyComposer.module.css";

/** The composer with its shell; they come together. */
async function loadDocked(): Promise<ComponentType<ComposerProps>> {
  const [Composer, { ComposerDock }] = await Promise.all([loadComposer(), import("./ComposerDock.tsx")]);
  return function DockedComposer(props: ComposerProps) {
    return (
      <ComposerDock>
        <Composer {...props} />
      </ComposerDock>
    );
  };
}
const loadComposer = () => import("./ReplyComposer.tsx").then((module) => module.ReplyComposer);

/** The composer of replies and comments, loaded when it first opens. */
export const LazyReplyComposer = lazy(() => loadComposer().then((composer) => ({ default: composer })));

/** Distance from the window within which the code of the field is fetched. */
const NEAR = "600px";
const ICON_PX = 20;

interface Props {
  threadId: string;
  onSent(reply: SentReply): void | Promise<void>;
}

interface Ready {
  Composer: ComponentType<ComposerProps>;
  typed: TypedText;
}

/**
 * The place of the composer at the end of a thread: a plain field of the same size, which can be written in at once and
 * becomes the composer when the reader comes near. What stands in it, and the cursor, move along.
 */
export function ComposerSlot(props: Props) {
  const t = useTexts(postTexts);
  const isOffered = useOffered("REPLIES");
  const [ready, setReady] = useState<Ready | null>(null);
  if (!isOffered) return <p className={classes.hint}>{t.repliesOff}</p>;
  if (!ready) return <PlainField onReady={setReady} />;
  return <ready.Composer {...props} answered={null} typed={ready.typed} />;
}

function PlainField({ onReady }: { onReady(ready: Ready): void }) {
  const t = useTexts(postTexts);
  const { site, isShared } = useViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const composer = useRef<ComponentType<ComposerProps> | null>(null);

  /** An input method that is at work is not disturbed: the field is handed over when the word is finished. */
  const handOver = useCallback(() => {
    const area = field.current;
    const Composer = composer.current;
    if (!area || !Composer || isComposing.current || isShared) return;
    const isFocused = document.activeElement === area;
    const selection = isFocused ? ([area.selectionStart, area.selectionEnd] as const) : null;
    // At once, so that no key is pressed between the two fields.
    flushSync(() => onReady({ Composer, typed: { text: area.value, selection } }));
  }, [onReady, isShared]);
  // The draft of a member is looked for when it is known who that is.
  useEffect(() => {
    if (!isShared && composer.current) setTimeout(handOver);
  }, [isShared, handOver]);

  const load = useCallback(async () => {
    // Offline the field stays, and the next touch tries again.
    composer.current = await loadDocked().catch(() => null);
    handOver();
  }, [handOver]);

  useQuotes((markdown) => {
    const area = field.current!;
    area.value = [area.value, markdown].filter(Boolean).join("\n");
    area.focus();
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
    <div className={classes.composer}>
      <textarea
        ref={field}
        className={areaClasses.area}
        aria-label={t.yourReply}
        placeholder={t.replyPlaceholder}
        onFocus={() => void load()}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={() => {
          isComposing.current = false;
          // After the browser has put the word into the field.
          setTimeout(handOver);
        }}
      />
      <div className={classes.bar}>
        {site.viewerCanInsertImage && (
          <Button variant="subtle" aria-label={t.addPicture} icon={<IconPhoto size={ICON_PX} />} disabled />
        )}
        <span className={classes.hint}>{t.sendHint}</span>
        <Button variant="primary" disabled>
          {t.send}
        </Button>
      </div>
    </div>
  );
}

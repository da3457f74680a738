import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { useRequireLogin } from "../../../session/useStanding.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { act } from "../../../ui/act.ts";
import { IconArrowUp, IconX } from "../../../ui/icons.tsx";
import { QuoteButton, selectedQuote } from "../../posts/composer/QuoteButton.tsx";
import { useReplyWith } from "../../posts/composer/quotes.ts";
import { useReply } from "../../posts/composer/quoting.ts";
import type { StreamParts } from "../../posts/stream/PostStream.tsx";
import { useQuoteSources } from "../../posts/composer/useQuoteSources.ts";
import { useWatch } from "../../watches/useWatch.ts";
import { JumpSheet } from "./JumpSheet.tsx";
import { LONG_THREAD_POSTS, type ReadingPlace, useCurrentNumber } from "../../reading/readingPlace.ts";
import type { FragmentType } from "../../../gql/fragment-masking.ts";
import { RelatedThreads, type RelatedThreads_to } from "./RelatedThreads.tsx";
import { TitleBar, type TitleBar_thread } from "./TitleBar.tsx";
import { readingTexts } from "./reading.texts.ts";
import classes from "./ThreadExtras.module.css";
import { postHref } from "../../reading/threadAddress.ts";
import { useNewReplies } from "./useNewReplies.ts";
import { MovedPost } from "../../reading/MovedPost.tsx";
import { JUMP } from "../../reading/useArrival.ts";
import { useCodeBlocks } from "../../reading/useCodeBlocks.ts";
import { usePlayers } from "../../reading/usePlayers.ts";
import { useReadMarks } from "../../reading/useReadMarks.ts";
import { useThreadKeys } from "./useThreadKeys.ts";

/** The way back to where one left off is offered for so long, in milliseconds (landscape E12). */
export const RETURN_OFFER_MS = 15_000;
/** Nearer than this nobody needs to be led back (landscape E12). */
export const RETURN_POSTS = 5;
const ICON_PX = 16;

interface Props extends StreamParts {
  id: string;
  thread: FragmentType<typeof TitleBar_thread> & FragmentType<typeof RelatedThreads_to>;
  place: ReadingPlace;
}

/** All that helps to read a long thread and is not needed for the first look at it. */
export function ThreadExtras({ id, thread, last, lastRead, place, frame, onEdit, onRefresh }: Props) {
  const { viewer, isShared } = useViewer();
  const navigate = useNavigate();
  const requireLogin = useRequireLogin();
  const [isJumping, setJumping] = useState(false);
  const unread = lastRead !== null && lastRead < last ? lastRead + 1 : null;
  const go = (number: number) => void navigate(postHref(id, number), { state: JUMP });

  const reply = useReply(id);
  const replyWith = useReplyWith(id);
  function quoteSelected(): void {
    const quote = selectedQuote(id);
    if (quote) replyWith(quote);
  }
  useQuoteSources(frame);
  useCodeBlocks();
  usePlayers();
  const watch = useWatch();
  useThreadKeys({
    onReply: reply,
    onQuote: quoteSelected,
    onEdit,
    onEditThread: () => void navigate(`/thread/${id}/edit`),
    onJump: () => last > 0 && setJumping(true),
    onWatch: (level) => void (requireLogin("watch") && watch("THREAD", id, level)),
    onUnread: () => go(unread ?? Math.max(1, last)),
  });

  return (
    <>
      <MovedPost threadId={id} />
      <TitleBar thread={thread} />
      <RelatedThreads thread={thread} />
      {viewer && !isShared && <ReadMarks id={id} place={place} lastRead={lastRead} />}
      <div className={classes.bars}>
        <NewReplies
          id={id}
          last={last}
          onShow={() =>
            void act(async () => {
              await onRefresh();
              go(last + 1);
            })
          }
        />
        <ReturnChip lastRead={lastRead} last={last} place={place} onGo={go} />
      </div>
      {last >= LONG_THREAD_POSTS && <PlacePill place={place} last={last} onOpen={() => setJumping(true)} />}
      <QuoteButton threadId={id} onQuote={replyWith} />
      {isJumping && (
        <JumpSheet
          current={place.current || place.first}
          last={last}
          unread={unread}
          onGo={go}
          onClose={() => setJumping(false)}
        />
      )}
    </>
  );
}

function ReadMarks({ id, place, lastRead }: { id: string; place: ReadingPlace; lastRead: number | null }) {
  useReadMarks(id, place, lastRead);
  return null;
}

function NewReplies({ id, last, onShow }: { id: string; last: number; onShow(): void }) {
  const t = useTexts(readingTexts);
  const count = useNewReplies(id, last);
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={classes.news} onClick={onShow}>
          <IconArrowUp size={ICON_PX} className={classes.down} />
          {t.newReplies(count)}
        </button>
      )}
    </div>
  );
}

interface ReturnProps {
  lastRead: number | null;
  last: number;
  place: ReadingPlace;
  onGo(number: number): void;
}

/** Offers the way back to where the last visit ended, for a while and beside the text. */
function ReturnChip({ lastRead, last, place, onGo }: ReturnProps) {
  const t = useTexts(readingTexts);
  const [isOpen, setOpen] = useState(
    () =>
      lastRead !== null &&
      lastRead > 0 &&
      Math.abs(lastRead - place.current) > RETURN_POSTS &&
      location.hash === "",
  );
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setOpen(false), RETURN_OFFER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  if (!isOpen || lastRead === null) return null;
  return (
    <div className={classes.chip}>
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          onGo(Math.min(last, lastRead + 1));
        }}
      >
        {t.backTo(lastRead)}
      </button>
      <button type="button" className={classes.dismiss} aria-label={t.dismiss} onClick={() => setOpen(false)}>
        <IconX size={ICON_PX} />
      </button>
    </div>
  );
}

/** Button with the reader's position, for narrow windows; opens the sheet that goes elsewhere. */
function PlacePill({ place, last, onOpen }: { place: ReadingPlace; last: number; onOpen(): void }) {
  const t = useTexts(readingTexts);
  const current = useCurrentNumber(place, last);
  if (current === 0) return null;
  return (
    <button
      type="button"
      className={classes.pill}
      aria-haspopup="dialog"
      aria-label={`${t.jumpTitle}: ${t.position(current, last)}`}
      onClick={onOpen}
    >
      {current} / {last}
    </button>
  );
}

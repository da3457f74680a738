import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { PostStream_ThreadFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useSettled } from "../../../platform/useSettled.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { MoreControl } from "../../../ui/MoreControl.tsx";
import { Pagination } from "../../../ui/Pagination.tsx";
import { usePictures } from "../../../ui/usePictures.tsx";
import type { ReadingPlace } from "../../reading/readingPlace.ts";
import { threadHref, type ThreadView } from "../../reading/threadAddress.ts";
import { useKeptPlace } from "../../reading/useKeptPlace.ts";
import { ComposerSlot } from "../composer/ComposerSlot.tsx";
import { SignInToReply } from "../composer/SignInToReply.tsx";
import { latePostActions, type PostActions } from "../postActions.ts";
import { postTexts } from "../posts.texts.ts";
import { NoReplies } from "./NoReplies.tsx";
import classes from "./PostStream.module.css";
import { StreamHead } from "./StreamHead.tsx";
import { StreamMore } from "./StreamMore.tsx";
import { StreamPage, StreamPage_posts } from "./StreamPage.tsx";
import type { EventGap } from "./streamEvents.ts";
import { type ComposerBelow, useOpenComposer } from "./useOpenComposer.tsx";
import { type StreamPages, useStreamPages } from "./useStreamPages.ts";
import { useTrackedPlace } from "./useTrackedPlace.ts";

const PostActor = lazy(() => import("../PostActor.tsx").then((module) => ({ default: module.PostActor })));

/** Fields of a thread that the stream of its replies reads. */
export const PostStream_thread = graphql(`
  fragment PostStream_thread on Thread {
    id
    title
    createdAt
    postCount
    lastNumber
    solutionNumber
    isDeleted
    lockedAt
    lockReason
    viewerCanReply
    viewerLastReadNumber
  }
`);

/** Parts of the stream that helpers of the page work with. */
export interface StreamParts {
  last: number;
  /** The last number that was read before this visit; null for visitors and first visits. */
  lastRead: number | null;
  /** The element around the replies. */
  frame: RefObject<HTMLElement | null>;
  onEdit(postId: string): void;
  /** Reads the thread again, so that new replies are known. */
  onRefresh(): Promise<void>;
}

interface Props {
  thread: FragmentType<typeof PostStream_thread>;
  posts: FragmentType<typeof StreamPage_posts>;
  view: ThreadView;
  place: ReadingPlace;
  /** Renders events of the thread in a gap between replies; null without any. */
  between: ((gap: EventGap) => ReactNode) | null;
  /** Reads the thread and the page of the address again. */
  refetch(): Promise<unknown>;
  /** Called when the first page comes in above: the thread's own text belongs there. */
  onTop(): void;
  /** Renders what helps to read and is not needed for the first look; called once the page has settled. */
  extras(parts: StreamParts): ReactNode;
}

/** The replies around the reader, the ways to the others, and the place to answer. */
export function PostStream(props: Props) {
  const { posts, view, place, between, refetch, extras } = props;
  const thread = readFragment(PostStream_thread, props.thread);
  // Where it is locked while somebody writes, what they wrote stays before them, with the reason.
  const [couldReply] = useState(thread.viewerCanReply);
  const lockReason = thread.lockedAt === null ? null : (thread.lockReason ?? "");
  const t = useTexts(postTexts);
  const { viewer } = useViewer();
  const stream = useStreamPages({ ...props, thread });
  const { window, isNumbered } = stream;
  const [late] = useState(latePostActions);
  const { below, docked, setOpen, send } = useOpenComposer(thread, stream.goToSent);
  const refresh = useCallback(() => void refetch().catch(() => undefined), [refetch]);
  const isSettled = useSettled();
  const lastRead = useLastRead(viewer?.id, thread.viewerLastReadNumber ?? null);
  useTrackedPlace({ frame: window.frame, place, look: window.look, isNumbered });
  useKeptPlace({ id: thread.id, view, place, isFromStart: window.view.known.first === 1 });
  const { frame, lightbox } = usePictures<HTMLDivElement>(window.view, window.frame);

  return (
    <>
      <section className={`card ${classes.stream}`} id="replies" aria-labelledby="replies-title">
        <StreamHead thread={thread} view={view} pageCount={stream.pageCount} />
        <WayUp id={thread.id} stream={stream} />
        <div {...frame}>
          <Pages
            thread={thread}
            posts={posts}
            view={view}
            stream={stream}
            between={between}
            lastRead={lastRead}
            actions={late.actions}
            openBelow={below}
          />
        </div>
        {stream.isEmpty && (
          <NoReplies thread={thread} isFirstPage={view.page === 1} isMember={viewer !== null} />
        )}
        <WayDown id={thread.id} stream={stream} />
        {docked}
      </section>
      {thread.viewerCanReply || (couldReply && lockReason !== null) ? (
        <section className={`card ${classes.answer}`} id="reply" aria-label={t.yourReply}>
          {lockReason !== null && <p className={classes.locked}>{t.locked(lockReason)}</p>}
          <ComposerSlot
            threadId={thread.id}
            title={thread.title}
            isOtherOpen={Boolean(docked)}
            onDock={() => setOpen(null)}
            onSent={send}
          />
        </section>
      ) : (
        <SignInToReply isVisitor={viewer === null} isDeleted={thread.isDeleted} lockReason={lockReason} />
      )}
      {lightbox}
      <Suspense fallback={null}>
        {isSettled && <PostActor late={late} onOpen={setOpen} onChanged={refresh} />}
      </Suspense>
      <Suspense fallback={null}>
        {isSettled &&
          extras({
            last: thread.lastNumber,
            lastRead,
            frame: window.frame,
            onEdit: (postId) => late.actions.edit(postId),
            onRefresh: stream.catchUp,
          })}
      </Suspense>
    </>
  );
}

/** The last number that was read before this visit: its line stays where it is until the reader leaves. */
function useLastRead(viewerId: string | undefined, number: number | null): number | null {
  const [before, setBefore] = useState({ viewerId, number });
  // Who reads a page that members share is known a moment later.
  if (before.viewerId !== viewerId) setBefore({ viewerId, number });
  return before.number;
}

interface PagesProps {
  thread: PostStream_ThreadFragment;
  posts: FragmentType<typeof StreamPage_posts>;
  view: ThreadView;
  stream: StreamPages;
  between: Props["between"];
  lastRead: number | null;
  actions: PostActions;
  openBelow: ComposerBelow | null;
}

/** The pages near the reader, between the room of those that were left. */
function Pages({ thread, posts, view, stream, ...rest }: PagesProps) {
  const { ends, isNumbered, pageCount } = stream;
  const { known, shown, above, below } = stream.window.view;
  const pages = Array.from({ length: shown.last - shown.first + 1 }, (_, index) => shown.first + index);
  return (
    <>
      {above > 0 && <div style={{ height: above }} />}
      {pages.map((page) => (
        <StreamPage
          key={page}
          page={page}
          given={page === view.page ? posts : null}
          threadId={thread.id}
          sort={view.sort}
          after={page === view.page ? view.after : ends.cursorOf(page)}
          ends={ends}
          firstKnown={known.first}
          isLast={!isNumbered || page >= pageCount}
          previousTime={page === 1 ? thread.createdAt : ends.lastTimeOf(page - 1)}
          canReply={thread.viewerCanReply}
          solution={thread.solutionNumber}
          commentsOf={view.commentsOf}
          {...rest}
        />
      ))}
      {below > 0 && <div style={{ height: below }} />}
    </>
  );
}

interface WayProps {
  id: string;
  stream: StreamPages;
}

/** The pages above, by their numbers, and the one that could not be read. */
function WayUp({ id, stream }: WayProps) {
  const t = useTexts(postTexts);
  const { trouble, retry, view } = stream.window;
  const { first } = view.known;
  if (first === 1 || !stream.isNumbered) return null;
  return (
    <div className={classes.pages}>
      <Pager id={id} page={first} pageCount={stream.pageCount} label={t.pagesAbove} />
      {trouble?.isAbove && <MoreControl isBusy={trouble.isBusy} failure={trouble.message} onMore={retry} />}
    </div>
  );
}

/** The next page, which is read as the reader comes near, and all of them by their numbers. */
function WayDown({ id, stream }: WayProps) {
  const { trouble, retry, view } = stream.window;
  return (
    <>
      {stream.nextHref !== null && (
        <StreamMore
          // Replies stand where the lines stood: these are not moved down, but new ones are there.
          key={view.known.last}
          href={stream.nextHref}
          trouble={trouble?.isAbove ? null : trouble}
          onRetry={retry}
        />
      )}
      <div className={classes.pages}>
        {stream.isNumbered && <Pager id={id} page={view.known.last} pageCount={stream.pageCount} />}
      </div>
    </>
  );
}

function Pager({
  id,
  page,
  pageCount,
  label,
}: {
  id: string;
  page: number;
  pageCount: number;
  label?: string;
}) {
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      hrefOf={(number) => `${threadHref(id, number)}#replies`}
      label={label}
    />
  );
}

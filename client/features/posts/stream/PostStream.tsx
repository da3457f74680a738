import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { QueryResult } from "../../../apollo/bind.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  StreamPostsDocument,
  type ThreadPageQuery,
  type ThreadPageQueryVariables,
} from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { MoreControl } from "../../../ui/MoreControl.tsx";
import { Pagination } from "../../../ui/Pagination.tsx";
import type { ReadingPlace } from "../../reading/readingPlace.ts";
import {
  pageOfNumber,
  postHref,
  threadHref,
  threadVariables,
  type ThreadView,
} from "../../reading/threadAddress.ts";
import { useKeptPlace } from "../../reading/useKeptPlace.ts";
import { usePictures } from "../../../ui/usePictures.tsx";
import { useSettled } from "../../../platform/useSettled.ts";
import { ComposerSlot } from "../composer/ComposerSlot.tsx";
import { NoReplies } from "./NoReplies.tsx";
import { OpenBelow } from "./OpenBelow.tsx";
import type { SentReply } from "../composer/ReplyComposer.tsx";
import { SignInToReply } from "../composer/SignInToReply.tsx";
import { StreamHead } from "./StreamHead.tsx";
import { StreamMore } from "./StreamMore.tsx";
import { StreamPage, StreamPage_posts } from "./StreamPage.tsx";
import classes from "./PostStream.module.css";
import { postTexts } from "../posts.texts.ts";
import { latePostActions, type OpenComposer } from "../postActions.ts";
import { useStreamWindow } from "./useStreamWindow.ts";
import { useTrackedPlace } from "./useTrackedPlace.ts";

const PostActor = lazy(() => import("../PostActor.tsx").then((module) => ({ default: module.PostActor })));
const ThreadExtras = lazy(() =>
  import("../../threads/page/ThreadExtras.tsx").then((module) => ({ default: module.ThreadExtras })),
);

/** What the stream needs to know of its thread. */
export const PostStream_thread = graphql(`
  fragment PostStream_thread on Thread {
    id
    createdAt
    postCount
    lastNumber
    isDeleted
    viewerCanReply
    viewerLastReadNumber
  }
`);

type Posts = NonNullable<ThreadPageQuery["thread"]>["posts"];

interface Props {
  thread: FragmentType<typeof PostStream_thread>;
  posts: Posts;
  view: ThreadView;
  query: QueryResult<ThreadPageQuery, ThreadPageQueryVariables>;
  place: ReadingPlace;
  /** Called when the first page comes in above: the thread's own text belongs there. */
  onTop(): void;
}

/** The replies around the reader, the ways to the others, and the place to answer. */
export function PostStream({ thread: masked, posts, view, query, place, onTop }: Props) {
  const thread = readFragment(PostStream_thread, masked);
  const { nodes } = readFragment(StreamPage_posts, posts);
  const t = useTexts(postTexts);
  const navigate = useNavigate();
  const { viewer } = useViewer();
  const refresh = useCallback(() => void query.refetch().catch(() => undefined), [query]);
  const [late] = useState(latePostActions);
  const [open, setOpen] = useState<OpenComposer | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const { actions } = late;
  const isSettled = useSettled();
  const isNumbered = view.sort === "OLDEST";
  const pageCount = pageOfNumber(thread.lastNumber);
  // What was read before this visit; the line stays where it is until the reader leaves.
  const [lastRead] = useState(thread.viewerLastReadNumber ?? null);
  const [facts] = useState(() => new StreamFacts());
  facts.keep(view.page, nodes, posts.pageInfo);

  async function load(page: number): Promise<void> {
    const { data } = await query.fetchMore({
      query: StreamPostsDocument,
      variables: threadVariables(thread.id, { ...view, page, after: facts.cursorOf(page) }),
    });
    const read = data?.thread?.posts;
    if (!read) throw new Error("The thread is gone.");
    facts.keep(page, readFragment(StreamPage_posts, read).nodes, read.pageInfo);
    if (page === 1 && isNumbered) onTop();
  }

  const window = useStreamWindow({
    start: view.page,
    isActive: isNumbered ? pageCount > 1 : true,
    has: (page) => (isNumbered ? page >= 1 && page <= pageCount : facts.cursorOf(page) !== null),
    load,
  });
  const { known, shown, above, below } = window.view;
  const { trouble } = window;
  useTrackedPlace({ frame: window.frame, place, look: window.look, isNumbered });
  useKeptPlace({ id: thread.id, view, place, isFromStart: known.first === 1 });
  const { frame, lightbox } = usePictures<HTMLDivElement>(window.view, window.frame);

  /** Reads what is new: the thread's counters, and the last page, which may have grown. */
  async function catchUp(): Promise<void> {
    await query.refetch();
    if (known.last !== view.page) await load(known.last).catch(() => undefined);
  }

  const arriving = useRef(arrive);
  useEffect(() => {
    arriving.current = arrive;
  });
  async function arrive(reply: SentReply): Promise<void> {
    close();
    await query.refetch();
    if (!reply.number) return;
    const page = pageOfNumber(reply.number);
    if (page !== view.page && page <= known.last) await load(page).catch(() => undefined);
    void navigate(
      isNumbered
        ? postHref(thread.id, reply.number)
        : `${threadHref(thread.id, pageOfNumber(reply.number))}#p${reply.number}`,
    );
  }

  const threadId = thread.id;
  const openBelow = useMemo(
    () =>
      open && {
        postId: open.parentId,
        node: (
          <OpenBelow
            open={open}
            threadId={threadId}
            onSent={(reply) => arriving.current(reply)}
            onClose={close}
          />
        ),
      },
    [open, threadId, close],
  );
  const pages = Array.from({ length: shown.last - shown.first + 1 }, (_, index) => shown.first + index);
  const pager = (page: number, label?: string) =>
    isNumbered && (
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => `${threadHref(thread.id, number)}#replies`}
        label={label}
      />
    );
  const hasMore = isNumbered ? known.last < pageCount : facts.cursorOf(known.last + 1) !== null;

  return (
    <>
      <section className={`card ${classes.stream}`} id="replies" aria-labelledby="replies-title">
        <StreamHead thread={thread} view={view} pageCount={pageCount} />
        {known.first > 1 && isNumbered && (
          <div className={classes.pages}>
            {pager(known.first, t.pagesAbove)}
            {trouble?.isAbove && (
              <MoreControl isBusy={trouble.isBusy} failure={trouble.message} onMore={window.retry} />
            )}
          </div>
        )}
        <div {...frame}>
          {above > 0 && <div style={{ height: above }} />}
          {pages.map((page) => (
            <StreamPage
              key={page}
              page={page}
              given={page === view.page ? posts : null}
              threadId={thread.id}
              sort={view.sort}
              after={page === view.page ? view.after : facts.cursorOf(page)}
              previousTime={page === 1 ? thread.createdAt : facts.lastTimeOf(page - 1)}
              canReply={thread.viewerCanReply}
              commentsOf={view.commentsOf}
              lastRead={lastRead}
              actions={actions}
              openBelow={openBelow}
            />
          ))}
          {below > 0 && <div style={{ height: below }} />}
        </div>
        {nodes.length === 0 && known.first === known.last && (
          <NoReplies thread={thread} isFirstPage={view.page === 1} isMember={viewer !== null} />
        )}
        {hasMore && (
          <StreamMore
            href={
              isNumbered
                ? `${threadHref(thread.id, known.last + 1)}#replies`
                : `${threadHref(thread.id, 1, view.sort)}&after=${encodeURIComponent(facts.cursorOf(known.last + 1) ?? "")}`
            }
            trouble={trouble?.isAbove ? null : trouble}
            onRetry={window.retry}
          />
        )}
        <div className={classes.pages}>{pager(known.last)}</div>
      </section>
      {thread.viewerCanReply ? (
        <section className={`card ${classes.answer}`} id="reply" aria-label={t.yourReply}>
          <ComposerSlot threadId={thread.id} onSent={arrive} />
        </section>
      ) : (
        <SignInToReply isVisitor={viewer === null} isDeleted={thread.isDeleted} />
      )}
      {lightbox}
      <Suspense fallback={null}>
        {isSettled && <PostActor late={late} onOpen={setOpen} onChanged={refresh} />}
      </Suspense>
      <Suspense fallback={null}>
        {isSettled && (
          <ThreadExtras
            id={thread.id}
            last={thread.lastNumber}
            lastRead={lastRead}
            place={place}
            frame={window.frame}
            onEdit={(postId) => actions.edit(postId)}
            onRefresh={catchUp}
          />
        )}
      </Suspense>
    </>
  );
}

interface PageEnd {
  hasNextPage: boolean;
  endCursor?: string | null;
}

/** What is known of pages that have been read, and needed to read and show their neighbours. */
class StreamFacts {
  private readonly cursors = new Map<number, string>();
  private readonly lastTimes = new Map<number, string>();

  keep(page: number, nodes: readonly { createdAt: string }[], { hasNextPage, endCursor }: PageEnd): void {
    const last = nodes.at(-1);
    if (last) this.lastTimes.set(page, last.createdAt);
    if (hasNextPage && endCursor) this.cursors.set(page + 1, endCursor);
  }

  /** Cursor after which a page begins; null if nothing leads there. */
  cursorOf(page: number): string | null {
    return this.cursors.get(page) ?? null;
  }

  /** When the last reply of a page was written; null if it has not been read. */
  lastTimeOf(page: number): string | null {
    return this.lastTimes.get(page) ?? null;
  }
}

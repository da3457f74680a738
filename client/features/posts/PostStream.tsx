import { lazy, type FormEvent, Suspense, useCallback } from "react";
import { useNavigate } from "react-router-dom";
import type { QueryResult } from "../../apollo/bind.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { ThreadPageQuery, ThreadPageQueryVariables } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { pageOfNumber, postHref, threadHref, type ThreadView } from "../threads/threadAddress.ts";
import { MoreLink } from "../threads/MoreLink.tsx";
import { useActionMenu } from "../threads/useActionMenu.tsx";
import { usePictures } from "../threads/usePictures.tsx";
import { ComposerSlot, LazyReplyComposer } from "./ComposerSlot.tsx";
import { PostCard } from "./PostCard.tsx";
import type { SentReply } from "./ReplyComposer.tsx";
import { SignInToReply } from "./SignInToReply.tsx";
import classes from "./PostStream.module.css";
import { postTexts } from "./posts.texts.ts";
import { type OpenComposer, usePostActions } from "./usePostActions.tsx";

const EditComposer = lazy(() =>
  import("./EditComposer.tsx").then((module) => ({ default: module.EditComposer })),
);

/** What the stream needs to know of its thread. */
export const PostStream_thread = graphql(`
  fragment PostStream_thread on Thread {
    id
    postCount
    lastNumber
    isDeleted
    viewerCanReply
  }
`);

type Posts = NonNullable<ThreadPageQuery["thread"]>["posts"];

interface Props {
  thread: FragmentType<typeof PostStream_thread>;
  posts: Posts;
  view: ThreadView;
  query: QueryResult<ThreadPageQuery, ThreadPageQueryVariables>;
}

/** The replies of one page, the ways to the others, and the place to answer. */
export function PostStream({ thread: masked, posts, view, query }: Props) {
  const thread = readFragment(PostStream_thread, masked);
  const t = useTexts(postTexts);
  const navigate = useNavigate();
  const { viewer } = useViewer();
  const { openMenu, menu } = useActionMenu();
  const { frame, lightbox } = usePictures<HTMLDivElement>(posts);
  const refresh = useCallback(() => void query.refetch().catch(() => undefined), [query]);
  const { actions, open, close } = usePostActions({ onMenu: openMenu, onChanged: refresh });
  const pageCount = pageOfNumber(thread.lastNumber);
  const pageHref = threadHref(thread.id, view.page, view.sort);
  const pages = (label?: string) =>
    view.sort === "OLDEST" && (
      <Pagination
        page={view.page}
        pageCount={pageCount}
        hrefOf={(page) => `${threadHref(thread.id, page)}#replies`}
        label={label}
      />
    );

  async function arrive(reply: SentReply): Promise<void> {
    close();
    await query.refetch();
    if (reply.number) void navigate(postHref(thread.id, reply.number));
  }

  return (
    <>
      <section className={`card ${classes.stream}`} id="replies" aria-labelledby="replies-title">
        <header className={classes.head}>
          <h2 className={classes.title} id="replies-title">
            {t.replies} <span className={classes.count}>{thread.postCount}</span>
          </h2>
          {thread.postCount > 1 && <SortLinks id={thread.id} view={view} />}
          {pageCount > 1 && <JumpForm id={thread.id} last={thread.lastNumber} />}
        </header>
        {view.page > 1 && <div className={classes.pages}>{pages(t.pagesAbove)}</div>}
        <div {...frame}>
          {posts.nodes.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              pageHref={pageHref}
              canReply={thread.viewerCanReply}
              showsAllComments={view.commentsOf === post.id}
              actions={actions}
              composer={
                open?.parentId === post.id ? (
                  <OpenBelow open={open} threadId={thread.id} onSent={arrive} onClose={close} />
                ) : null
              }
            />
          ))}
        </div>
        {posts.nodes.length === 0 && (
          <NoReplies thread={thread} isFirstPage={view.page === 1} isMember={viewer !== null} />
        )}
        {view.sort !== "OLDEST" && posts.pageInfo.hasNextPage && (
          <MoreLink
            href={`${pageHref}&after=${encodeURIComponent(posts.pageInfo.endCursor ?? "")}`}
            onMore={() => more(query, posts)}
          />
        )}
        <div className={classes.pages}>{pages()}</div>
      </section>
      {thread.viewerCanReply ? (
        <section className={`card ${classes.answer}`} id="reply" aria-label={t.yourReply}>
          <ComposerSlot threadId={thread.id} onSent={arrive} />
        </section>
      ) : (
        <SignInToReply isVisitor={viewer === null} isDeleted={thread.isDeleted} />
      )}
      {menu}
      {lightbox}
    </>
  );
}

/** Appends the next replies of an order other than that of numbers. */
function more({ fetchMore }: Props["query"], posts: Posts): Promise<unknown> {
  return fetchMore({
    variables: { after: posts.pageInfo.endCursor },
    updateQuery: (before, { fetchMoreResult: next }) =>
      before.thread && next.thread
        ? {
            ...before,
            thread: {
              ...before.thread,
              posts: {
                ...next.thread.posts,
                nodes: [...before.thread.posts.nodes, ...next.thread.posts.nodes],
              },
            },
          }
        : before,
  });
}

interface OpenProps {
  open: OpenComposer;
  threadId: string;
  onSent(reply: SentReply): Promise<void>;
  onClose(): void;
}

function OpenBelow({ open, threadId, onSent, onClose }: OpenProps) {
  return (
    <div className={classes.below}>
      <Suspense fallback={null}>
        {open.kind === "edit" ? (
          <EditComposer key={open.postId} postId={open.postId} onClose={onClose} />
        ) : (
          <LazyReplyComposer
            key={open.postId}
            threadId={threadId}
            answered={{ id: open.postId, name: open.name }}
            onSent={onSent}
            onCancel={onClose}
          />
        )}
      </Suspense>
    </div>
  );
}

function SortLinks({ id, view }: { id: string; view: ThreadView }) {
  const t = useTexts(postTexts);
  const orders = [
    { sort: "OLDEST", label: t.oldest },
    { sort: "NEWEST", label: t.newest },
    { sort: "MOST_LIKED", label: t.mostLiked },
  ] as const;
  return (
    <nav className={classes.sorts} aria-label={t.sortBy}>
      {orders.map(({ sort, label }) => (
        <Link
          key={sort}
          to={threadHref(id, 1, sort)}
          rel={sort === "OLDEST" ? undefined : "nofollow"}
          aria-current={sort === view.sort ? "true" : undefined}
          keepScroll
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Goes to a reply by its number; a plain form, so that it works without scripts. */
function JumpForm({ id, last }: { id: string; last: number }) {
  const t = useTexts(postTexts);
  const navigate = useNavigate();
  function jump(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get("post"));
    if (Number.isInteger(number) && number >= 1) void navigate(postHref(id, Math.min(number, last)));
  }
  return (
    <form className={classes.jump} action={`/thread/${id}`} method="get" onSubmit={jump}>
      <input
        type="number"
        name="post"
        min={1}
        max={last}
        required
        inputMode="numeric"
        aria-label={t.jumpTo}
        placeholder={`1–${last}`}
      />
      <Button type="submit" size="sm">
        {t.jump}
      </Button>
    </form>
  );
}

interface NoneProps {
  thread: { id: string; viewerCanReply: boolean };
  isFirstPage: boolean;
  isMember: boolean;
}

function NoReplies({ thread, isFirstPage, isMember }: NoneProps) {
  const t = useTexts(postTexts);
  if (!isFirstPage) {
    return (
      <EmptyState title={t.emptyPage} action={<Button to={threadHref(thread.id)}>{t.firstPage}</Button>} />
    );
  }
  const hint = thread.viewerCanReply ? t.emptyHint : isMember ? undefined : t.emptyHintVisitor;
  return <EmptyState title={t.emptyTitle} text={hint} />;
}

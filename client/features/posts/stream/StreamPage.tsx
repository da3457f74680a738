import { Fragment, memo, type ReactNode } from "react";
import { skipToken } from "../../../apollo/bind.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { PostSort } from "../../../gql/graphql.ts";
import { useStreamPostsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { pageOfNumber, POSTS_PER_PAGE, threadHref, threadVariables } from "../../reading/threadAddress.ts";
import { PostCard } from "../PostCard.tsx";
import classes from "./PostStream.module.css";
import { postTexts } from "../posts.texts.ts";
import type { EventGap } from "./streamEvents.ts";
import type { PageEnds } from "./useStreamPages.ts";
import { gapText } from "./timeGap.ts";
import type { ComposerBelow } from "./useOpenComposer.tsx";
import type { PostActions } from "../postActions.ts";

/** Fields of a page of replies. */
export const StreamPage_posts = graphql(`
  fragment StreamPage_posts on PostConnection {
    nodes {
      id
      number
      createdAt
      ...PostCard_post
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

/** Further pages: replies alone, so that reading on counts no view. The arguments equal those of the page's query. */
export const StreamPostsQuery = graphql(`
  query StreamPosts($id: ID!, $first: Int!, $sort: PostSort!, $fromNumber: Int, $after: String) {
    thread(id: $id) {
      id
      posts(first: $first, sort: $sort, fromNumber: $fromNumber, after: $after) {
        ...StreamPage_posts
      }
    }
  }
`);

interface Props {
  page: number;
  /** The replies that came with the address; null for pages that were read while scrolling. */
  given: FragmentType<typeof StreamPage_posts> | null;
  threadId: string;
  sort: PostSort;
  /** Cursor of pages in other orders than that of numbers. */
  after: string | null;
  /** Creation time of the text that precedes the first reply; null if it is not known. */
  previousTime: string | null;
  /** Renders events of the thread in a gap between replies; null without any. */
  between: ((gap: EventGap) => ReactNode) | null;
  ends: PageEnds;
  firstKnown: number;
  /** No page follows, as far as is known. */
  isLast: boolean;
  canReply: boolean;
  /** Number of the reply that was accepted as the answer. */
  solution?: number | null;
  commentsOf: string | null;
  /** The last reply that was read before; the line stands below it. */
  lastRead: number | null;
  actions: PostActions;
  openBelow: ComposerBelow | null;
}

/** One page of the stream; renders again only when its replies change. */
export const StreamPage = memo(function StreamPage(props: Props) {
  const { page, given, threadId, sort, after, canReply, solution, commentsOf, actions, openBelow } = props;
  const variables = threadVariables(threadId, { page, sort, after });
  const read = useStreamPostsQuery(given ? skipToken : { variables, fetchPolicy: "cache-first" });
  const masked = given ?? read.data?.thread?.posts;
  if (!masked) return null;
  const { nodes, pageInfo } = readFragment(StreamPage_posts, masked);
  const isEnd = props.isLast && !pageInfo.hasNextPage;
  const eventsAt = (index: number) =>
    props.between?.({ ...props, index, times: nodes.map(({ createdAt }) => createdAt), isEnd });
  return (
    <div data-page={page}>
      {nodes.map((post, index) => (
        <Fragment key={post.id}>
          {eventsAt(index)}
          <Before {...props} post={post} previous={nodes[index - 1]} />
          <PostCard
            post={post}
            pageHref={threadHref(threadId, pageOfNumber(post.number ?? 1))}
            canReply={canReply}
            isSolution={post.number === solution}
            showsAllComments={commentsOf === post.id}
            actions={actions}
            composer={openBelow?.postId === post.id ? openBelow.node : null}
          />
        </Fragment>
      ))}
      {eventsAt(nodes.length)}
    </div>
  );
});

interface Place {
  number?: number | null;
  createdAt: string;
}

/** Separators between two replies: the line of the last visit, and the length of a quiet time. */
function Before(props: Props & { post: Place; previous: Place | undefined }) {
  const { post, previous, previousTime, page, sort, lastRead } = props;
  const t = useTexts(postTexts);
  if (sort !== "OLDEST") return null;
  const before = previous?.createdAt ?? previousTime;
  const gap = before ? gapText(before, post.createdAt, t) : null;
  const number = post.number ?? 0;
  const numberBefore = previous ? (previous.number ?? 0) : (page - 1) * POSTS_PER_PAGE;
  const isFirstUnread = lastRead !== null && lastRead > 0 && number > lastRead && numberBefore <= lastRead;
  return (
    <>
      {gap && <p className={classes.gap}>{gap}</p>}
      {isFirstUnread && (
        <p className={classes.lastRead} role="separator" aria-label={t.lastReadLine}>
          <span>{t.lastReadLine}</span>
        </p>
      )}
    </>
  );
}

import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { keepPrevious } from "../../../apollo/bind.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { PostCommentsDocument, ThreadPageDocument } from "../../../gql/graphql.ts";
import { useThreadPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Frame } from "../../../layout/Frame.tsx";
import { PageHead } from "../../../layout/PageHead.tsx";
import { definePage } from "../../../page.ts";
import { usePage } from "../../../platform/page.ts";
import { useSettled } from "../../../platform/useSettled.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { COMMENTS_PER_PAGE } from "../../posts/CommentList.tsx";
import { PostStream } from "../../posts/stream/PostStream.tsx";
import { prepareEvents, useThreadEvents, type UseThreadEvents_thread } from "../events/useThreadEvents.tsx";
import { RowIconSprite } from "../../../ui/rowIcons.tsx";
import { readThreadView, threadHref, threadVariables } from "../../reading/threadAddress.ts";
import { ThreadArticle } from "./ThreadArticle.tsx";
import { ThreadAside } from "./ThreadAside.tsx";
import { ThreadWaiting } from "./ThreadWaiting.tsx";
import { threadJsonLd } from "./threadJsonLd.ts";
import classes from "./ThreadPage.module.css";
import { threadTexts } from "../threads.texts.ts";
import { ReadingPlace } from "../../reading/readingPlace.ts";
import { askMoved, lastPageHref, movedHref } from "../../reading/movedAddress.ts";
import { useArrival } from "../../reading/useArrival.ts";
import { useShown } from "./useShown.ts";
import { askGoods } from "../../goods/askGoods.ts";
import { askPoll } from "../../polls/askPoll.ts";

graphql(`
  query ThreadPage($id: ID!, $first: Int!, $sort: PostSort!, $fromNumber: Int, $after: String) {
    thread(id: $id) {
      id
      ...ThreadHead_thread
      ...ThreadArticle_thread
      ...ThreadAside_thread
      ...PostStream_thread
      ...UseThreadEvents_thread
      ...TitleBar_thread
      ...RelatedThreads_to
      posts(first: $first, sort: $sort, fromNumber: $fromNumber, after: $after) {
        ...StreamPage_posts
      }
    }
  }
`);

const MovedPost = lazy(() =>
  import("../../reading/MovedPost.tsx").then((module) => ({ default: module.MovedPost })),
);
const ThreadExtras = lazy(() =>
  import("./ThreadExtras.tsx").then((module) => ({ default: module.ThreadExtras })),
);

/** `/thread/:id`: a thread and the replies around the reader. */
function ThreadPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const asked = readThreadView(search);
  const answer = useThreadPageQuery({
    variables: threadVariables(id!, asked),
    fetchPolicy: "cache-and-network",
  });
  const query = keepPrevious(answer);
  const view = useShown(asked, answer.data !== undefined);
  const [place] = useState(() => new ReadingPlace(0));
  const [hasTop, setHasTop] = useState(false);
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  const refetch = useCallback(() => latest.current.refetch(), []);
  useArrival(query.data);
  const isSettled = useSettled();

  if (isSettled && query.error && !query.data)
    return (
      <Suspense fallback={null}>
        <QueryView query={query}>{() => null}</QueryView>
        <MovedPost threadId={id!} />
      </Suspense>
    );
  return (
    <QueryView query={query} skeleton={<ThreadWaiting id={id!} />}>
      {({ thread }) => (
        <Frame aside={<ThreadAside thread={thread} place={place} />}>
          <RowIconSprite />
          <ThreadHead thread={thread} page={view.page} isFirstOrder={view.sort === "OLDEST"} />
          <div id="thread-bar" className={classes.title} />
          <ThreadArticle thread={thread} isWhole={view.page === 1 || hasTop} />
          <StreamWithEvents
            thread={thread}
            posts={thread.posts}
            view={view}
            place={place}
            refetch={refetch}
            onTop={() => setHasTop(true)}
            extras={(parts) => <ThreadExtras id={thread.id} thread={thread} place={place} {...parts} />}
          />
        </Frame>
      )}
    </QueryView>
  );
}

interface StreamProps extends Omit<ComponentProps<typeof PostStream>, "between" | "thread"> {
  thread: ComponentProps<typeof PostStream>["thread"] & FragmentType<typeof UseThreadEvents_thread>;
}

/** The replies, with the events of the thread between them. */
function StreamWithEvents(props: StreamProps) {
  return <PostStream {...props} between={useThreadEvents(props.thread)} />;
}

const ThreadHead_thread = graphql(`
  fragment ThreadHead_thread on Thread {
    id
    title
    excerpt
    author {
      id
      nickname
    }
    images {
      id
      url
    }
    category {
      id
      name
    }
    createdAt
    editedAt
    likeCount
    viewCount
    postCount
  }
`);

interface HeadProps {
  thread: FragmentType<typeof ThreadHead_thread>;
  page: number;
  isFirstOrder: boolean;
}

/** Metadata of the thread for search engines and shared links. Each page is its own address; other orders are not. */
function ThreadHead({ thread: masked, page, isFirstOrder }: HeadProps) {
  const thread = readFragment(ThreadHead_thread, masked);
  const t = useTexts(threadTexts);
  const { publicUrl } = usePage();
  return (
    <PageHead
      title={page > 1 ? `${thread.title} - ${t.pageOf(page)}` : thread.title}
      description={thread.excerpt}
      keywords={thread.category.name}
      canonical={threadHref(thread.id, isFirstOrder ? page : 1)}
      image={thread.images[0]?.url ?? null}
      type="article"
      // Search engines read it in what the server sends; the browser has no use for it.
      jsonLd={import.meta.env.SSR ? threadJsonLd(thread, publicUrl, t.anonymous) : undefined}
    />
  );
}

/** `/thread/:id` for the table of addresses. */
export const threadPage = definePage({
  Component: ThreadPage,
  queries({ params, search }) {
    const view = readThreadView(search);
    const page = ask(ThreadPageDocument, threadVariables(params.id!, view));
    if (view.commentsOf === null) return [page];
    const variables = { postId: view.commentsOf, first: COMMENTS_PER_PAGE, after: null };
    return [page, ask(PostCommentsDocument, variables)];
  },
  prepare: prepareEvents,
  askMore: import.meta.env.SSR ? (answers) => [...askPoll(answers), ...askGoods(answers)] : undefined,
  instead: import.meta.env.SSR ? lastPageHref : undefined,
  missing: import.meta.env.SSR ? askMoved : undefined,
  elsewhere: import.meta.env.SSR ? movedHref : undefined,
});

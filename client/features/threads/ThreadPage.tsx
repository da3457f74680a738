import { useEffect } from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { PostCommentsDocument, ThreadPageDocument, type ThreadPageQuery } from "../../gql/graphql.ts";
import { useThreadPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { usePage } from "../../platform/page.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { COMMENTS_PER_PAGE } from "../posts/CommentList.tsx";
import { PostStream } from "../posts/PostStream.tsx";
import { RowIconSprite } from "./rowIcons.tsx";
import { readThreadView, threadHref, threadVariables } from "./threadAddress.ts";
import { ThreadArticle } from "./ThreadArticle.tsx";
import { ThreadAside } from "./ThreadAside.tsx";
import { threadJsonLd } from "./threadJsonLd.ts";
import { threadTexts } from "./threads.texts.ts";
import { useKept } from "./useKept.ts";

graphql(`
  query ThreadPage($id: ID!, $first: Int!, $sort: PostSort!, $fromNumber: Int, $after: String) {
    thread(id: $id) {
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
      lastNumber
      ...ThreadArticle_thread
      ...ThreadAside_thread
      ...PostStream_thread
      posts(first: $first, sort: $sort, fromNumber: $fromNumber, after: $after) {
        nodes {
          id
          number
          bodyHtml
          author {
            id
            nickname
          }
          createdAt
          isDeleted
          likeCount
          ...PostCard_post
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** How long a reply that was gone to stays marked, in milliseconds. */
const ARRIVAL_MS = 2_400;

/** `/thread/:id`: a thread and one page of its replies. */
function ThreadPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const view = readThreadView(search);
  const asked = useThreadPageQuery({
    variables: threadVariables(id!, view),
    fetchPolicy: "cache-and-network",
  });
  const query = useKept<ThreadPageQuery, typeof asked>(asked, id!);
  useArrival(asked.data !== undefined);

  return (
    <QueryView query={query}>
      {({ thread }) => (
        <Frame aside={<ThreadAside thread={thread} />}>
          <RowIconSprite />
          <ThreadHead thread={thread} page={view.page} isFirstOrder={view.sort === "OLDEST"} />
          <ThreadArticle thread={thread} isWhole={view.page === 1} />
          <PostStream thread={thread} posts={thread.posts} view={view} query={query} />
        </Frame>
      )}
    </QueryView>
  );
}

interface HeadProps {
  thread: NonNullable<ThreadPageQuery["thread"]>;
  page: number;
  isFirstOrder: boolean;
}

/** What search engines and shared links say about the thread. Each page is its own address; other orders are not. */
function ThreadHead({ thread, page, isFirstOrder }: HeadProps) {
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
      jsonLd={threadJsonLd(thread, thread.posts.nodes, publicUrl, t.anonymous)}
    />
  );
}

/** Goes to the reply that the address names, also where the page changed without the browser's help. */
function useArrival(isReady: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = isReady && /^#[pc]\d+$/.test(hash) ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    target.scrollIntoView({ block: "start" });
    const soft = getComputedStyle(target).getPropertyValue("--accent-soft");
    target.animate?.([{ backgroundColor: soft }, { backgroundColor: soft, offset: 0.4 }, {}], ARRIVAL_MS);
  }, [hash, key, isReady]);
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
});

import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { CommentPageDocument, PostCommentsDocument } from "../../gql/graphql.ts";
import { useCommentPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { RowIconSprite } from "../../ui/rowIcons.tsx";
import { pageOfNumber, postHref, threadHref } from "../reading/threadAddress.ts";
import { useArrival } from "../reading/useArrival.ts";
import { usePictures } from "../../ui/usePictures.tsx";
import { COMMENTS_PER_PAGE } from "./CommentList.tsx";
import { useOpenComposer } from "./stream/useOpenComposer.tsx";
import { PostCard } from "./PostCard.tsx";
import classes from "./stream/PostStream.module.css";
import { postTexts } from "./posts.texts.ts";
import { PostActor } from "./PostActor.tsx";
import { latePostActions } from "./postActions.ts";

graphql(`
  query CommentPage($id: ID!) {
    post(id: $id) {
      id
      number
      parentId
      thread {
        id
        title
        viewerCanReply
      }
      ...PostCard_post
    }
  }
`);

/** `/thread/comment/:id`: one reply with all its comments. */
function CommentPage() {
  const { id } = useParams();
  const query = useCommentPageQuery({ variables: { id: id! }, fetchPolicy: "cache-and-network" });
  const t = useTexts(postTexts);
  const navigate = useNavigate();
  const [late] = useState(latePostActions);
  const refetch = useRef(query.refetch);
  useEffect(() => {
    refetch.current = query.refetch;
  });
  const refresh = useCallback(() => void refetch.current().catch(() => undefined), []);
  const { frame, lightbox } = usePictures<HTMLDivElement>(query.data);
  useArrival(query.data);

  const parent = query.data?.post?.parentId;
  useEffect(() => {
    // The address of a comment leads to the reply that it stands below.
    if (parent) void navigate(`/thread/comment/${parent}#c${id}`, { replace: true });
  }, [parent, id, navigate]);

  const thread = query.data?.post?.thread ?? { id: "", title: "" };
  const { below, docked, setOpen } = useOpenComposer(thread, async () => void (await query.refetch()));

  return (
    <QueryView query={query}>
      {({ post }) => {
        const href = post.thread && post.number ? postHref(post.thread.id, post.number) : "/";
        return (
          <Frame narrow>
            <RowIconSprite />
            <PageHead
              title={`${post.thread?.title ?? ""} - ${t.floor(post.number ?? 0)}`}
              canonical={
                post.thread && post.number ? threadHref(post.thread.id, pageOfNumber(post.number)) : undefined
              }
              noIndex
            />
            <section className={`card ${classes.stream}`} aria-labelledby="comment-title">
              <header className={classes.head}>
                <h1 className={classes.title} id="comment-title">
                  <Link to={href}>
                    <bdi>{post.thread?.title}</bdi>
                  </Link>
                </h1>
              </header>
              <div {...frame}>
                <PostCard
                  post={post}
                  pageHref={post.thread ? threadHref(post.thread.id, pageOfNumber(post.number ?? 1)) : "/"}
                  canReply={post.thread?.viewerCanReply ?? false}
                  showsAllComments
                  actions={late.actions}
                  composer={below?.node ?? null}
                />
              </div>
              {docked}
              <div className={classes.pages}>
                <Button to={href}>{t.wholeThread}</Button>
              </div>
            </section>
            <PostActor late={late} onOpen={setOpen} onChanged={refresh} />
            {lightbox}
          </Frame>
        );
      }}
    </QueryView>
  );
}

/** `/thread/comment/:id` for the table of addresses. */
export const commentPage = definePage({
  Component: CommentPage,
  queries: ({ params }) => [
    ask(CommentPageDocument, { id: params.id! }),
    ask(PostCommentsDocument, { postId: params.id!, first: COMMENTS_PER_PAGE, after: null }),
  ],
});

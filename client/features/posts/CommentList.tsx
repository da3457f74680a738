import { type MouseEvent, useState } from "react";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { skipToken } from "../../apollo/bind.ts";
import { usePostCommentsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Html } from "../../ui/Html.tsx";
import { Time } from "../../ui/Time.tsx";
import { threadTexts } from "../threads/threads.texts.ts";
import { AuthorName } from "./AuthorName.tsx";
import classes from "./CommentList.module.css";
import { PostFoot } from "./PostFoot.tsx";
import { postTexts } from "./posts.texts.ts";
import type { PostActions } from "./postActions.ts";

/** Comments that "show all" reads at once. */
export const COMMENTS_PER_PAGE = 100;

/** What a comment shows. */
export const CommentRow_post = graphql(`
  fragment CommentRow_post on Post {
    id
    bodyHtml
    author {
      id
      nickname
    }
    replyTo {
      id
      nickname
    }
    createdAt
    editedAt
    isDeleted
    approval
    isThreadAuthor
    viewerCanRestore
    ...PostFoot_post
  }
`);

/** All comments on one reply. */
export const PostCommentsQuery = graphql(`
  query PostComments($postId: ID!, $first: Int!, $after: String) {
    post(id: $postId) {
      id
      comments(first: $first, after: $after) {
        nodes {
          id
          ...CommentRow_post
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

type Row = { id: string } & FragmentType<typeof CommentRow_post>;

interface Props {
  postId: string;
  first: readonly Row[];
  count: number;
  /** Address of the same page with all comments, for readers without JavaScript. */
  allHref: string;
  isWhole: boolean;
  canReply: boolean;
  actions: PostActions;
}

/** The comments on a reply: the first three, and all when asked. */
export function CommentList({ postId, first, count, allHref, isWhole, canReply, actions }: Props) {
  const t = useTexts(postTexts);
  const [isOpen, setOpen] = useState(isWhole);
  const variables = { postId, first: COMMENTS_PER_PAGE, after: null };
  const { data, loading, fetchMore } = usePostCommentsQuery(isOpen ? { variables } : skipToken);
  const all = data?.post?.comments;
  const rows: readonly Row[] = all?.nodes ?? first;
  const hidden = count - rows.length;

  function showAll(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!all) return setOpen(true);
    void fetchMore({
      variables: { ...variables, after: all.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: next }) =>
        before.post && next.post
          ? {
              ...before,
              post: {
                ...before.post,
                comments: {
                  ...next.post.comments,
                  nodes: [...before.post.comments.nodes, ...next.post.comments.nodes],
                },
              },
            }
          : before,
    });
  }

  return (
    <div className={classes.comments} role="group" aria-label={t.comments(count)}>
      {rows.map((comment) => (
        <CommentRow key={comment.id} comment={comment} canReply={canReply} actions={actions} />
      ))}
      {hidden > 0 && (!all || all.pageInfo.hasNextPage) && (
        <Link className={classes.all} to={allHref} onClick={showAll} aria-busy={loading} rel="nofollow">
          {t.showAllComments(count)}
          {loading && <Spinner size="sm" />}
        </Link>
      )}
    </div>
  );
}

interface RowProps {
  comment: Row;
  canReply: boolean;
  actions: PostActions;
}

function CommentRow({ comment: masked, canReply, actions }: RowProps) {
  const comment = readFragment(CommentRow_post, masked);
  const t = useTexts(postTexts);
  const { anonymous } = useTexts(threadTexts);
  if (comment.isDeleted) {
    return (
      <div className={classes.deleted}>
        {t.deletedComment}
        {comment.viewerCanRestore && (
          <button type="button" className={classes.restore} onClick={() => actions.restore(comment.id)}>
            {t.restore}
          </button>
        )}
      </div>
    );
  }

  return (
    <div
      className={classes.comment}
      id={`c${comment.id}`}
      data-author={comment.author?.nickname ?? anonymous}
    >
      <div className={classes.head}>
        <AuthorName author={comment.author} />
        {comment.isThreadAuthor && <span className={classes.op}>{t.op}</span>}
        {comment.replyTo && (
          <span>
            {t.answering} <AuthorName author={comment.replyTo} />
          </span>
        )}
        <span className={classes.when}>
          <Time value={comment.createdAt} />
          {comment.editedAt && ` · ${t.edited}`}
          {comment.approval === "PENDING" && ` · ${t.pending}`}
        </span>
      </div>
      <Html html={comment.bodyHtml} />
      <PostFoot post={comment} canReply={canReply} actions={actions} />
    </div>
  );
}

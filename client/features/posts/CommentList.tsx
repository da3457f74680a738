import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { skipToken } from "../../apollo/bind.ts";
import { usePostCommentsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Html } from "../../ui/Html.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { MoreControl } from "../../ui/MoreControl.tsx";
import { Time } from "../../ui/Time.tsx";
import { AuthorName } from "./AuthorName.tsx";
import classes from "./CommentList.module.css";
import { PostFoot } from "./PostFoot.tsx";
import { postTexts } from "./posts.texts.ts";
import type { PostActions } from "./postActions.ts";

/** Comments that "show all" reads at once. */
export const COMMENTS_PER_PAGE = 100;

/** Fields of a comment that its row shows. */
export const CommentRow_post = graphql(`
  fragment CommentRow_post on Post {
    id
    bodyHtml
    author {
      id
      nickname
      ...AuthorName_author
    }
    replyTo {
      ...AuthorName_author
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
  const query = usePostCommentsQuery(isOpen ? { variables } : skipToken);
  const { data, loading, error } = query;
  const all = data?.post?.comments;
  const rows: readonly Row[] = all?.nodes ?? first;

  return (
    <div className={classes.comments} role="group" aria-label={t.comments(count)}>
      {rows.map((comment) => (
        <CommentRow key={comment.id} comment={comment} canReply={canReply} actions={actions} />
      ))}
      {all ? (
        <LoadMore query={query} of="post.comments" label={t.showAllComments(count)} className={classes.all} />
      ) : (
        count > rows.length && (
          <MoreControl
            href={allHref}
            label={t.showAllComments(count)}
            className={classes.all}
            isBusy={isOpen && loading}
            failure={error && !loading ? errorOf(error).message : null}
            onMore={() => (isOpen ? void query.refetch().catch(() => undefined) : setOpen(true))}
          />
        )
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
      data-author={comment.author?.nickname ?? t.anonymous}
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

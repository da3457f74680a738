import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { ReactionCounts } from "../reactions/ReactionCounts.tsx";
import { RowIcon } from "../../ui/rowIcons.tsx";
import classes from "./PostFoot.module.css";
import { postTexts } from "./posts.texts.ts";
import type { PostActions } from "./postActions.ts";

/** Fields of a reply or a comment that the row of actions needs. */
export const PostFoot_post = graphql(`
  fragment PostFoot_post on Post {
    id
    number
    threadId
    author {
      id
      nickname
    }
    parentId
    likeCount
    approval
    viewerHasLiked
    viewerReaction
    reactions {
      emoji
      count
    }
    viewerCanLike
    viewerCanEdit
    viewerCanDelete
    viewerCanApprove
  }
`);

interface Props {
  post: FragmentType<typeof PostFoot_post>;
  canReply: boolean;
  actions: PostActions;
}

/** Like, comment, and what else the viewer may do, behind one button. */
export function PostFoot({ post: masked, canReply, actions }: Props) {
  const post = readFragment(PostFoot_post, masked);
  const t = useTexts(postTexts);

  return (
    <div className={classes.foot}>
      <button
        type="button"
        className={classes.action}
        data-act="like"
        data-react={`p${post.id}`}
        aria-keyshortcuts="ArrowDown"
        aria-pressed={post.viewerHasLiked}
        aria-label={`${t.like} ${post.likeCount}`}
        onClick={() => actions.like(post)}
      >
        {post.viewerReaction || <RowIcon name="like" />}
        {post.likeCount > 0 ? post.likeCount : t.like}
      </button>
      <ReactionCounts target={`p${post.id}`} counts={post.reactions} />
      {canReply && (
        <button
          type="button"
          className={classes.action}
          data-act="answer"
          onClick={() => actions.answer(post)}
        >
          <RowIcon name="reply" />
          {t.comment}
        </button>
      )}
      {canReply && post.number != null && (
        <button
          type="button"
          className={classes.action}
          data-act="quote"
          aria-label={t.quoteFloor(post.number)}
          onClick={() => actions.quote(post)}
        >
          <RowIcon name="quote" />
          {t.quote}
        </button>
      )}
      <button
        type="button"
        className={classes.more}
        aria-label={t.moreActions}
        aria-haspopup="menu"
        onClick={(event) => actions.openMenu(event.currentTarget, post)}
      >
        <RowIcon name="more" />
      </button>
    </div>
  );
}

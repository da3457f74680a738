import { memo, type ReactNode } from "react";
import { Link } from "../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { PostCard_PostFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Slot } from "../../plugins/Slot.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Html } from "../../ui/Html.tsx";
import { Time } from "../../ui/Time.tsx";
import { AttachmentList } from "../attachments/AttachmentList.tsx";
import { AuthorName } from "./AuthorName.tsx";
import { CommentList } from "./CommentList.tsx";
import classes from "./PostCard.module.css";
import { PostFoot } from "./PostFoot.tsx";
import { postTexts } from "./posts.texts.ts";
import type { PostActions } from "./postActions.ts";

const AVATAR_PX = 40;

/** Fields of a reply that its card shows. */
export const PostCard_post = graphql(`
  fragment PostCard_post on Post {
    id
    number
    bodyHtml(previews: true)
    author {
      id
      nickname
      avatarUrl
      group {
        id
        name
        isDisplay
      }
      ...AuthorName_author
    }
    createdAt
    editedAt
    commentCount
    isDeleted
    approval
    isThreadAuthor
    bountyCents
    attachments {
      ...AttachmentList_attachment
    }
    viewerCanRestore
    viewerCanEdit
    pluginData(at: "plugin_detail@post_extension_display_hook")
    ...PostFoot_post
    firstComments {
      id
      ...CommentRow_post
    }
  }
`);

/** A reply as the stream hands it on. */
export type PostRow = FragmentType<typeof PostCard_post>;

interface Props {
  post: PostRow;
  /** Address of the page it stands on, without `#`. */
  pageHref: string;
  canReply: boolean;
  /** Accepted as the answer to the thread. */
  isSolution?: boolean;
  /** Comments are all shown, because the address asks for them. */
  showsAllComments: boolean;
  actions: PostActions;
  /** An answer that is being written below it. */
  composer: ReactNode;
}

/** One numbered reply with its comments. Renders again only when it itself changes. */
export const PostCard = memo(function PostCard(props: Props) {
  const { post: masked, pageHref, canReply, isSolution, showsAllComments, actions, composer } = props;
  const post = readFragment(PostCard_post, masked);
  const t = useTexts(postTexts);
  if (post.isDeleted) return <Tombstone post={post} actions={actions} />;

  return (
    <article
      className={classes.post}
      id={`p${post.number}`}
      aria-label={t.floor(post.number!)}
      tabIndex={-1}
      data-author={post.author?.nickname ?? t.anonymous}
      data-editable={post.viewerCanEdit ? post.id : undefined}
    >
      <span className={classes.face} aria-hidden="true">
        <Avatar
          name={post.author?.nickname ?? "?"}
          src={post.author?.avatarUrl ?? null}
          size={AVATAR_PX}
          userId={post.author?.id}
        />
      </span>
      <div className={classes.main}>
        <header className={classes.head}>
          <AuthorName author={post.author} />
          {isSolution && <span className={classes.solution}>{t.solution}</span>}
          {post.bountyCents > 0 && (
            <span className={classes.solution}>{t.bounty(moneyText(post.bountyCents))}</span>
          )}
          {post.isThreadAuthor && <span className={classes.op}>{t.op}</span>}
          {post.author?.group.isDisplay && (
            <span className={classes.group}>
              <bdi>{post.author.group.name}</bdi>
            </span>
          )}
          {post.approval === "PENDING" && <span className={classes.group}>{t.pending}</span>}
          {post.approval === "IGNORED" && <span className={classes.group}>{t.ignored}</span>}
          <span className={classes.when}>
            <Time value={post.createdAt} />
            {post.editedAt && ` · ${t.edited}`}
          </span>
          <Link
            className={classes.number}
            to={`${pageHref}#p${post.number}`}
            aria-label={t.floorLink(post.number!)}
          >
            {t.floor(post.number!)}
          </Link>
        </header>
        <Html html={post.bodyHtml} />
        <AttachmentList html={post.bodyHtml} attachments={post.attachments} />
        <Slot
          area="plugin_detail@post_extension_display"
          useData={() => ({
            postData: { id: post.id, number: post.number ?? null },
            pluginData: post.pluginData,
          })}
        />
        <PostFoot post={post} canReply={canReply} actions={actions} />
        {post.commentCount > 0 && (
          <CommentList
            postId={post.id}
            first={post.firstComments}
            count={post.commentCount}
            allHref={`${pageHref}${pageHref.includes("?") ? "&" : "?"}comments=${post.id}#p${post.number}`}
            isWhole={showsAllComments}
            canReply={canReply}
            actions={actions}
          />
        )}
        {composer}
      </div>
    </article>
  );
});

/** Placeholder of a deleted reply: shows its number, so that the count has no gaps. */
function Tombstone({ post, actions }: { post: PostCard_PostFragment; actions: PostActions }) {
  const t = useTexts(postTexts);
  return (
    <div className={classes.tombstone} id={`p${post.number}`}>
      <span>{t.deletedPost(post.number!)}</span>
      {post.viewerCanRestore && (
        <button type="button" className={classes.quiet} onClick={() => actions.restore(post.id)}>
          {t.restore}
        </button>
      )}
    </div>
  );
}

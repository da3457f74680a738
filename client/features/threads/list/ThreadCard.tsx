import { memo } from "react";
import { Link } from "../../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ThreadCard_ThreadFragment } from "../../../gql/graphql.ts";
import { type Locale, useLocale, useTexts } from "../../../i18n/texts.ts";
import { balanced } from "../../../platform/direction.ts";
import { THUMBNAIL_LEVEL } from "../../../platform/imageQuality.ts";
import { usePageText } from "../../../platform/pageTexts.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { Time } from "../../../ui/Time.tsx";
import { cardTexts } from "./cards.texts.ts";
import { compactCount } from "../../../i18n/compactCount.ts";
import { RowIcon } from "../../../ui/rowIcons.tsx";
import classes from "./ThreadCard.module.css";
import { postHref } from "../../reading/threadAddress.ts";
import { threadTexts } from "../threads.texts.ts";

/** Most pictures shown in a list. */
const THUMBNAILS_MAX = 3;
/** Pictures of the first cards load at once: they are on the first screen. */
const EAGER_CARDS = 2;
const AVATAR_PX = 40;
/** Files that a row names; further ones are folded away (legacy-facts 5.10). */
export const ATTACHMENT_FOLD_COUNT = 6;

/** Fields of a thread that a card shows. */
export const ThreadCard_thread = graphql(`
  fragment ThreadCard_thread on Thread {
    id
    title
    excerpt
    author {
      id
      nickname
      avatarUrl
    }
    category {
      id
      name
    }
    images {
      id
      url
      fileName
      width
      height
    }
    attachments {
      id
      url
      fileName
    }
    postCount
    viewCount
    likeCount
    viewerHasLiked
    viewerCanLike
    viewerLastReadNumber
    viewerUnreadCount
    createdAt
    lastPostedAt
    lastPostedBy {
      id
      nickname
    }
    isSticky
    isEssence
    isDeleted
    approval
  }
`);

interface Props {
  thread: FragmentType<typeof ThreadCard_thread>;
  /** Place in the list, from 0. */
  index: number;
  /** False on the page of a category, where its name would repeat in every row. */
  showCategory?: boolean;
  /** Title and counts alone: for what everybody has read, such as pinned threads. */
  isCompact?: boolean;
}

/**
 * One thread in a list. Plain elements, and functions for its parts instead of components: a page shows twenty of them
 * and renders on the server for every visitor.
 */
export const ThreadCard = memo(function ThreadCard(props: Props) {
  const { thread: masked, index, showCategory = true, isCompact = false } = props;
  const thread = readFragment(ThreadCard_thread, masked);
  const t = useTexts(threadTexts);
  const card = useTexts(cardTexts);
  const locale = useLocale();
  const number = usePageText(isCompact ? "" : thread.excerpt);
  const pictures = isCompact ? [] : thread.images.slice(0, THUMBNAILS_MAX);
  const name = thread.author?.nickname ?? t.anonymous;

  return (
    <article className={isCompact ? classes.compact : classes.card} aria-labelledby={`t${thread.id}`}>
      {thread.author ? (
        <Link className={classes.face} to={`/user/${thread.author.id}`} tabIndex={-1} aria-hidden="true">
          <Avatar name={name} src={thread.author.avatarUrl} size={AVATAR_PX} />
        </Link>
      ) : (
        <span className={classes.face} aria-hidden="true">
          <Avatar name={name} src={null} size={AVATAR_PX} />
        </span>
      )}
      <div className={classes.main}>
        {byline(thread, name, showCategory, t, card)}
        <div className={pictures.length === 1 ? classes.beside : classes.content}>
          <div className={classes.words}>
            {headline(thread, t)}
            {!isCompact && thread.excerpt && (
              <p className={classes.excerpt}>
                <bdi data-words={number} suppressHydrationWarning>
                  {thread.excerpt}
                </bdi>
              </p>
            )}
          </div>
          {pictures.length > 0 && pictureStrip(pictures, thread.images.length, index, t)}
        </div>
        {!isCompact && thread.attachments.length > 0 && fileNames(thread.attachments, card)}
        {counters(thread, locale, t, card)}
      </div>
    </article>
  );
});

type Thread = ThreadCard_ThreadFragment;
type ThreadWords = (typeof threadTexts)[Locale];
type CardWords = (typeof cardTexts)[Locale];

function byline(thread: Thread, name: string, showCategory: boolean, t: ThreadWords, card: CardWords) {
  const lastRead = thread.viewerLastReadNumber ?? null;
  const hasAnswer = thread.postCount > 0 && thread.lastPostedBy;
  return (
    <div className={classes.byline}>
      {thread.author ? (
        <Link className={classes.author} to={`/user/${thread.author.id}`}>
          {name}
        </Link>
      ) : (
        <span className={classes.author}>{name}</span>
      )}
      <span className={classes.when}>
        <Time value={thread.createdAt} />
      </span>
      {showCategory && (
        <Link className={classes.category} to={`/category/${thread.category.id}`}>
          {thread.category.name}
        </Link>
      )}
      {hasAnswer && (
        <span className={classes.last}>
          {t.lastReply(balanced(thread.lastPostedBy!.nickname))} <Time value={thread.lastPostedAt} />
        </span>
      )}
      {lastRead !== null && thread.viewerUnreadCount > 0 && (
        <Link
          className={classes.unread}
          to={postHref(thread.id, lastRead + 1)}
          title={card.unreadLong(thread.viewerUnreadCount)}
        >
          {card.unread(thread.viewerUnreadCount)}
        </Link>
      )}
    </div>
  );
}

function headline(thread: Thread, t: ThreadWords) {
  const isRead = thread.viewerLastReadNumber != null && thread.viewerUnreadCount === 0;
  return (
    <h3 className={classes.title} id={`t${thread.id}`}>
      {thread.isSticky && <span className={classes.pinned}>{t.pinned}</span>}
      {thread.isEssence && <span className={classes.essence}>{t.essence}</span>}
      {thread.approval === "PENDING" && <span className={classes.pending}>{t.pending}</span>}
      {thread.approval === "IGNORED" && <span className={classes.pending}>{t.ignored}</span>}
      {thread.isDeleted && <span className={classes.pending}>{t.deleted}</span>}
      <Link className={isRead ? classes.read : classes.open} to={`/thread/${thread.id}`} data-opens="">
        <bdi>{thread.title}</bdi>
      </Link>
    </h3>
  );
}

function pictureStrip(pictures: Thread["images"], count: number, index: number, t: ThreadWords) {
  return (
    <div className={classes.pictures}>
      {pictures.map((picture) => (
        <Picture
          key={picture.id}
          src={picture.url}
          level={THUMBNAIL_LEVEL}
          alt=""
          width={picture.width ?? 160}
          height={picture.height ?? 120}
          loading={index < EAGER_CARDS ? "eager" : "lazy"}
          decoding="async"
        />
      ))}
      {count > THUMBNAILS_MAX && (
        <span className={classes.surplus} aria-label={t.pictureCount(count)}>
          +{count - THUMBNAILS_MAX}
        </span>
      )}
    </div>
  );
}

function fileNames(files: Thread["attachments"], card: CardWords) {
  return (
    <ul className={classes.files}>
      {files.slice(0, ATTACHMENT_FOLD_COUNT).map((file) => (
        <li key={file.id}>
          <RowIcon name="file" />
          <span>{file.fileName}</span>
        </li>
      ))}
      {files.length > ATTACHMENT_FOLD_COUNT && (
        <li>{card.moreFiles(files.length - ATTACHMENT_FOLD_COUNT)}</li>
      )}
    </ul>
  );
}

function counters(thread: Thread, locale: Locale, t: ThreadWords, card: CardWords) {
  return (
    <div className={classes.counts}>
      <span title={t.replyCount(String(thread.postCount))}>
        <RowIcon name="reply" />
        {compactCount(thread.postCount, locale)}
        <span className="visually-hidden">{t.replies}</span>
      </span>
      <button
        className={classes.like}
        type="button"
        data-like={thread.id}
        aria-pressed={thread.viewerHasLiked}
        aria-label={card.like(thread.likeCount)}
      >
        <RowIcon name="like" />
        {compactCount(thread.likeCount, locale)}
      </button>
      <span title={t.viewCount(String(thread.viewCount))}>
        <RowIcon name="view" />
        {compactCount(thread.viewCount, locale)}
        <span className="visually-hidden">{t.views}</span>
      </span>
    </div>
  );
}

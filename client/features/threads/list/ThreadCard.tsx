import { memo } from "react";
import { Link } from "../../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ThreadCard_ThreadFragment } from "../../../gql/graphql.ts";
import { type Locale, useLocale, useTexts } from "../../../i18n/texts.ts";
import { balanced } from "../../../platform/direction.ts";
import { THUMBNAIL_LEVEL } from "../../../platform/imageQuality.ts";
import { moneyText } from "../../../platform/money.ts";
import { Slot } from "../../../plugins/Slot.tsx";
import { usePageText } from "../../../platform/pageTexts.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { Time } from "../../../ui/Time.tsx";
import { cardTexts } from "./cards.texts.ts";
import { compactCount } from "../../../i18n/compactCount.ts";
import { RowIcon } from "../../../ui/rowIcons.tsx";
import { smallFace } from "../../../ui/smallFace.tsx";
import { categoryDot } from "../../categories/CategoryMark.tsx";
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
    priceCents
    attachmentPriceCents
    hasRedPacket
    hasBounty
    hasPoll
    excerpt
    author {
      id
      nickname
      avatarUrl
    }
    category {
      id
      name
      displayColor
    }
    participants {
      id
      nickname
      avatarUrl
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
    solutionNumber
    isDeleted
    approval
    rowPluginData: pluginData(at: "plugin_index@thread_extension_display_hook")
  }
`);

/** Looks of a row: everything; title and replies alone; or two lines. */
export type RowLook = "card" | "line" | "compact";

interface Props {
  thread: FragmentType<typeof ThreadCard_thread>;
  /** Place in the list, from 0. */
  index: number;
  /** False on the page of a category, where its name would repeat in every row. */
  showCategory?: boolean;
  /** "line" for what everybody has read, such as pinned threads. */
  look?: RowLook;
  /** Shows when the thread was published, for lists in that order, and not its last reply. */
  isByDate?: boolean;
}

/**
 * One thread in a list, in three voices: its title, how it begins, and where and by whom. Plain elements, and functions
 * for its parts instead of components: a page shows twenty of them and renders on the server for every visitor.
 */
export const ThreadCard = memo(function ThreadCard(props: Props) {
  const { thread: masked, index, showCategory = true, look = "card", isByDate = false } = props;
  const thread = readFragment(ThreadCard_thread, masked);
  const t = useTexts(threadTexts);
  const card = useTexts(cardTexts);
  const locale = useLocale();
  const isCard = look === "card";
  const number = usePageText(isCard ? thread.excerpt : "");
  const pictures = isCard ? thread.images.slice(0, THUMBNAILS_MAX) : [];
  const name = thread.author?.nickname ?? t.anonymous;

  return (
    <article className={classes[look]} aria-labelledby={`t${thread.id}`}>
      {look !== "line" && face(thread, name)}
      <div className={classes.main}>
        <div className={pictures.length === 1 ? classes.beside : classes.content}>
          <div className={classes.words}>
            {headline(thread, t, card)}
            {isCard && thread.excerpt && (
              <p className={classes.excerpt}>
                <bdi data-words={number} suppressHydrationWarning>
                  {thread.excerpt}
                </bdi>
              </p>
            )}
          </div>
          {pictures.length > 0 && pictureStrip(pictures, thread.images.length, index, card)}
        </div>
        {isCard && thread.attachments.length > 0 && fileNames(thread.attachments, card)}
        {look !== "line" && (
          <Slot
            area="plugin_index@thread_extension_display"
            useData={() => ({ threadData: thread, pluginData: thread.rowPluginData })}
          />
        )}
        {look === "line"
          ? replyCount(thread, locale, card)
          : byline(thread, name, { isCard, showCategory, isByDate, locale, t, card })}
      </div>
    </article>
  );
});

type Thread = ThreadCard_ThreadFragment;
type ThreadWords = (typeof threadTexts)[Locale];
type CardWords = (typeof cardTexts)[Locale];

function face({ author }: Thread, name: string) {
  if (!author) {
    return (
      <span className={classes.face} aria-hidden="true">
        <Avatar name={name} src={null} size={AVATAR_PX} />
      </span>
    );
  }
  return (
    <Link className={classes.face} to={`/user/${author.id}`} tabIndex={-1} aria-hidden="true">
      <Avatar name={name} src={author.avatarUrl} size={AVATAR_PX} />
    </Link>
  );
}

interface BylineParts {
  readonly isCard: boolean;
  readonly showCategory: boolean;
  readonly isByDate: boolean;
  readonly locale: Locale;
  readonly t: ThreadWords;
  readonly card: CardWords;
}

/** The third voice: category and author, and at the other end who wrote last and when. */
function byline(thread: Thread, name: string, parts: BylineParts) {
  const { isCard, showCategory, isByDate, locale, t, card } = parts;
  const { author, category, participants, lastPostedBy } = thread;
  const isAnswered = thread.postCount > 0 && !isByDate;
  const lastRead = thread.viewerLastReadNumber ?? null;
  return (
    <div className={classes.byline}>
      {showCategory && (
        <Link className={classes.category} to={`/category/${category.id}`}>
          {categoryDot(category.displayColor)}
          <bdi>{category.name}</bdi>
        </Link>
      )}
      {author ? (
        <Link className={classes.author} to={`/user/${author.id}`}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <span className={classes.author}>{name}</span>
      )}
      {lastRead !== null && thread.viewerUnreadCount > 0 && (
        <Link
          className={classes.unread}
          to={postHref(thread.id, lastRead + 1)}
          title={card.unreadLong(thread.viewerUnreadCount)}
          data-count={compactCount(thread.viewerUnreadCount, locale)}
        >
          {card.unread(thread.viewerUnreadCount)}
        </Link>
      )}
      {isCard && reactions(thread, locale, t, card)}
      <span className={classes.last}>
        {participants.length > 0 && (
          <span className={classes.faces} role="img" aria-label={card.participants(namesOf(participants))}>
            {participants.map(smallFace)}
          </span>
        )}
        <Time value={isAnswered ? thread.lastPostedAt : thread.createdAt} />
        {isAnswered && lastPostedBy && (
          <span className={classes.by}>{card.replied(balanced(lastPostedBy.nickname))}</span>
        )}
      </span>
      {replyCount(thread, locale, card)}
    </div>
  );
}

const namesOf = (people: Thread["participants"]): string =>
  people.map(({ nickname }) => balanced(nickname)).join("、");

function headline(thread: Thread, t: ThreadWords, card: CardWords) {
  const priceCents = thread.priceCents || thread.attachmentPriceCents;
  const isRead = thread.viewerLastReadNumber != null && thread.viewerUnreadCount === 0;
  return (
    <h3 className={classes.title} id={`t${thread.id}`}>
      {thread.isSticky && <span className={classes.pinned}>{t.pinned}</span>}
      {thread.isEssence && <span className={classes.essence}>{t.essence}</span>}
      {thread.solutionNumber != null && <span className={classes.solved}>{t.solved}</span>}
      {priceCents > 0 && (
        <span className={classes.pinned}>
          {t.paid} {moneyText(priceCents)}
        </span>
      )}
      {thread.hasRedPacket && <span className={classes.pinned}>{card.redPacket}</span>}
      {thread.hasBounty && <span className={classes.pinned}>{card.bounty}</span>}
      {thread.hasPoll && <span className={classes.pinned}>{card.poll}</span>}
      {thread.approval === "PENDING" && <span className={classes.pending}>{card.pending}</span>}
      {thread.approval === "IGNORED" && <span className={classes.pending}>{card.ignored}</span>}
      {thread.isDeleted && <span className={classes.pending}>{card.deleted}</span>}
      <Link className={isRead ? classes.read : classes.open} to={`/thread/${thread.id}`} data-opens="">
        <bdi>{thread.title}</bdi>
      </Link>
    </h3>
  );
}

function pictureStrip(pictures: Thread["images"], count: number, index: number, card: CardWords) {
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
        <span className={classes.surplus} aria-label={card.pictureCount(count)}>
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

/** Actions that appear for whoever points at the row or goes to it by keyboard. */
function reactions(thread: Thread, locale: Locale, t: ThreadWords, card: CardWords) {
  return (
    <span className={classes.more}>
      <span className={classes.count} title={t.viewCount(String(thread.viewCount))}>
        <RowIcon name="view" />
        {compactCount(thread.viewCount, locale)}
        <span className="visually-hidden">{card.views}</span>
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
    </span>
  );
}

function replyCount(thread: Thread, locale: Locale, card: CardWords) {
  return (
    <span className={classes.count} title={card.replyCount(String(thread.postCount))}>
      <RowIcon name="reply" />
      {compactCount(thread.postCount, locale)}
      <span className="visually-hidden">{card.replies}</span>
    </span>
  );
}

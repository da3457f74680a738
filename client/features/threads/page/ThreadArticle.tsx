import { lazy, Suspense, useState } from "react";
import { Link } from "../../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ThreadArticle_ThreadFragment } from "../../../gql/graphql.ts";
import { useLocale, useTexts } from "../../../i18n/texts.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Time } from "../../../ui/Time.tsx";
import { WatchButton } from "../../watches/WatchButton.tsx";
import { ReplyButton } from "../../posts/composer/ReplyButton.tsx";
import { AttachmentList } from "../../attachments/AttachmentList.tsx";
import { compactCount } from "../../../i18n/compactCount.ts";
import { CategoryMark } from "../../categories/CategoryMark.tsx";
import { GoodsPlace } from "../../goods/GoodsPlace.tsx";
import { PollPlace } from "../../polls/PollPlace.tsx";
import { ReactionCounts } from "../../reactions/ReactionCounts.tsx";
import { RowIcon } from "../../../ui/rowIcons.tsx";
import { ReplyBar } from "./ReplyBar.tsx";
import classes from "./ThreadArticle.module.css";
import { postHref, threadHref } from "../../reading/threadAddress.ts";
import { threadTexts } from "../threads.texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { Slot } from "../../../plugins/Slot.tsx";
import { usePictures } from "../../../ui/usePictures.tsx";
import { lateThreadActions, type ThreadActions } from "./threadActions.ts";
import { useOffered } from "../../../session/useOffered.ts";
import { useSettled } from "../../../platform/useSettled.ts";

const RevisionHistory = lazy(() =>
  import("./RevisionHistory.tsx").then((module) => ({ default: module.RevisionHistory })),
);

const ThreadActor = lazy(() =>
  import("./ThreadActor.tsx").then((module) => ({ default: module.ThreadActor })),
);
const ShareSheet = lazy(() =>
  import("../sharing/ShareSheet.tsx").then((module) => ({ default: module.ShareSheet })),
);

const PayBox = lazy(() => import("../../orders/PayBox.tsx").then((module) => ({ default: module.PayBox })));

const QuestionBox = lazy(() =>
  import("../../questions/QuestionBox.tsx").then((module) => ({ default: module.QuestionBox })),
);

const AVATAR_PX = 48;
const EXTENSION = "plugin_detail@thread_extension_display";

/** Fields of a thread that its article shows. */
export const ThreadArticle_thread = graphql(`
  fragment ThreadArticle_thread on Thread {
    id
    title
    priceCents
    attachmentPriceCents
    hasRedPacket
    hasBounty
    hasQuestion
    hasPoll
    hasGoods
    bodyHtml(previews: true)
    author {
      id
      nickname
      avatarUrl
    }
    category {
      id
      name
      icon
      displayColor
    }
    attachments {
      ...AttachmentList_attachment
    }
    position {
      longitude
      latitude
      address
      location
    }
    viewCount
    likeCount
    favoriteCount
    createdAt
    editedAt
    revisionCount
    isSticky
    isEssence
    solutionNumber
    isDeleted
    lockedAt
    lockReason
    approval
    viewerHasLiked
    viewerReaction
    reactions {
      emoji
      count
    }
    viewerHasFavorited
    viewerWatchLevel
    viewerCanEdit
    viewerCanReply
    pluginData(at: "plugin_detail@thread_extension_display_hook")
    ...ShareSheet_thread
    ...UseThreadActions_thread
  }
`);

interface Props {
  thread: FragmentType<typeof ThreadArticle_thread>;
  /** False on later pages, which show the title and leave the text to the first. */
  isWhole: boolean;
}

/** Title, author, text and actions of a thread. */
export function ThreadArticle({ thread: masked, isWhole }: Props) {
  const thread = readFragment(ThreadArticle_thread, masked);
  const t = useTexts(threadTexts);
  const [late] = useState(lateThreadActions);
  const isSettled = useSettled();
  const [isSharing, setSharing] = useState(false);
  const { frame, lightbox } = usePictures<HTMLDivElement>(thread.bodyHtml);
  const [showsHistory, setShowsHistory] = useState(false);
  const givesPacket = thread.hasRedPacket && isWhole;
  const offersBounty = thread.hasBounty && isWhole;
  const takesTips = useOffered("TIPS") && isWhole && thread.author !== null;

  return (
    <article
      className={`card ${classes.article} ${isWhole ? "" : classes.short}`}
      id="thread-text"
      aria-labelledby="thread-title"
      tabIndex={-1}
      data-author={thread.author?.nickname ?? t.anonymous}
      data-editable={thread.viewerCanEdit ? "thread" : undefined}
    >
      <ArticleHead thread={thread} isWhole={isWhole} onHistory={() => setShowsHistory(true)} />
      <Notices thread={thread} />
      {isWhole && (
        <>
          <div className={classes.body} {...frame}>
            <Html html={thread.bodyHtml} />
          </div>
          <Price thread={thread} isSettled={isSettled} />
          {thread.hasQuestion && (
            <div className={classes.room}>
              <Suspense fallback={null}>{isSettled && <QuestionBox threadId={thread.id} />}</Suspense>
            </div>
          )}
          {thread.hasPoll && <PollPlace threadId={thread.id} />}
          {thread.hasGoods && <GoodsPlace threadId={thread.id} />}
          <AttachmentList html={thread.bodyHtml} attachments={thread.attachments} />
          {givesPacket && <div id="packet" className={classes.room} />}
          {offersBounty && <div id="bounty" className={classes.room} />}
          <Slot area={EXTENSION} useData={() => ({ threadData: thread, pluginData: thread.pluginData })} />
          {thread.position && (
            <p className={classes.position}>
              <RowIcon name="pin" />
              <span className="visually-hidden">{t.position}</span>
              {thread.position.address || thread.position.location}
            </p>
          )}
          {thread.solutionNumber && (
            <Link className={classes.solution} to={postHref(thread.id, thread.solutionNumber)}>
              {t.solution(thread.solutionNumber)}
            </Link>
          )}
          {takesTips && <div id="tips" className={classes.room} />}
        </>
      )}
      <ArticleActions thread={thread} actions={late.actions} onShare={() => setSharing(true)} />
      <ReplyBar thread={thread} actions={late.actions} onShare={() => setSharing(true)} />
      {lightbox}
      <Suspense fallback={null}>
        {isSettled && (
          <ThreadActor
            late={late}
            thread={thread}
            takesTips={takesTips}
            givesPacket={givesPacket}
            offersBounty={offersBounty}
            hasPoll={thread.hasPoll && isWhole}
            hasGoods={thread.hasGoods && isWhole}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isSharing && <ShareSheet thread={thread} onClose={() => setSharing(false)} />}
        {showsHistory && <RevisionHistory threadId={thread.id} onClose={() => setShowsHistory(false)} />}
      </Suspense>
    </article>
  );
}

/** Lines above a text that is deleted, waits, was put aside, or is locked. */
function Notices({ thread }: { thread: ThreadArticle_ThreadFragment }) {
  const t = useTexts(threadTexts);
  return (
    <>
      {thread.isDeleted && <p className={classes.notice}>{t.deletedNotice}</p>}
      {thread.approval === "PENDING" && <p className={classes.notice}>{t.pendingNotice}</p>}

      {thread.approval === "IGNORED" && <p className={classes.notice}>{t.ignoredNotice}</p>}
      {thread.lockedAt && <p className={classes.notice}>{t.lockedNotice(thread.lockReason ?? "")}</p>}
    </>
  );
}

/** The price of a thread or of its files, and the way to pay it. */
function Price({ thread, isSettled }: { thread: ThreadArticle_ThreadFragment; isSettled: boolean }) {
  const t = useTexts(threadTexts);
  const priceCents = thread.priceCents || thread.attachmentPriceCents;
  if (!priceCents) return null;
  const price = (
    <p className={classes.price}>
      {t.paid} {moneyText(priceCents)}
    </p>
  );
  return (
    <div className={classes.room}>
      <Suspense fallback={price}>
        {isSettled ? <PayBox threadId={thread.id} ofFiles={!thread.priceCents} /> : price}
      </Suspense>
    </div>
  );
}

interface HeadProps {
  thread: ThreadArticle_ThreadFragment;
  isWhole: boolean;
  onHistory(): void;
}

/** Head of the article: its category, title and marks, and on the first page its author. */
function ArticleHead({ thread, isWhole, onHistory }: HeadProps) {
  const t = useTexts(threadTexts);
  return (
    <header>
      <nav className={classes.trail} aria-label={t.category}>
        <Link to={`/category/${thread.category.id}`}>
          <CategoryMark category={thread.category} />
          <bdi>{thread.category.name}</bdi>
        </Link>
      </nav>
      <h1 className={classes.title} id="thread-title">
        {isWhole ? (
          <bdi>{thread.title}</bdi>
        ) : (
          <Link to={threadHref(thread.id)}>
            <bdi>{thread.title}</bdi>
          </Link>
        )}
        {thread.isSticky && <span className={classes.pinned}>{t.pinned}</span>}
        {thread.isEssence && <span className={classes.essence}>{t.essence}</span>}
        {thread.solutionNumber && <span className={classes.solved}>{t.solved}</span>}
      </h1>
      {isWhole && <Byline thread={thread} onHistory={onHistory} />}
    </header>
  );
}

/** The author, the time, the views, and the way to earlier versions. */
function Byline({ thread, onHistory }: Omit<HeadProps, "isWhole">) {
  const t = useTexts(threadTexts);
  const locale = useLocale();
  const name = thread.author?.nickname ?? t.anonymous;
  return (
    <div className={thread.author ? `${classes.byline} ${classes.named}` : classes.byline}>
      <Avatar name={name} src={thread.author?.avatarUrl} size={AVATAR_PX} userId={thread.author?.id} />
      <div className={classes.who}>
        {thread.author ? (
          <Link className={classes.author} to={`/user/${thread.author.id}`}>
            {name}
          </Link>
        ) : (
          <span className={classes.author}>{name}</span>
        )}
        <div className={classes.facts}>
          <Time value={thread.createdAt} />
          <span>{t.viewCount(compactCount(thread.viewCount, locale))}</span>
          {thread.editedAt && (
            <button type="button" className={classes.edited} onClick={onHistory}>
              {t.edited} <Time value={thread.editedAt} />
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

interface ActionsProps {
  thread: ThreadArticle_ThreadFragment;
  actions: ThreadActions;
  onShare(): void;
}

/** Buttons below the text; the code behind them comes once the page has settled. */
function ArticleActions({ thread, actions: { like, favorite, openMenu }, onShare }: ActionsProps) {
  const t = useTexts(threadTexts);
  const locale = useLocale();
  return (
    <footer className={classes.actions}>
      <button
        type="button"
        className={classes.like}
        data-act="like"
        data-react={`t${thread.id}`}
        aria-keyshortcuts="ArrowDown"
        aria-pressed={thread.viewerHasLiked}
        aria-label={`${t.like} ${thread.likeCount}`}
        onClick={like}
      >
        {thread.viewerReaction || <RowIcon name="like" />}
        {thread.likeCount > 0 ? compactCount(thread.likeCount, locale) : t.like}
      </button>
      <ReactionCounts target={`t${thread.id}`} counts={thread.reactions} />
      <button
        type="button"
        className={classes.favorite}
        data-act="favorite"
        aria-pressed={thread.viewerHasFavorited}
        aria-label={`${t.favorite} ${thread.favoriteCount}`}
        onClick={favorite}
      >
        <RowIcon name="star" />
        {thread.favoriteCount > 0 ? compactCount(thread.favoriteCount, locale) : t.favorite}
      </button>
      <WatchButton target="THREAD" targetId={thread.id} level={thread.viewerWatchLevel} isBare />
      <ReplyButton className={classes.reply} threadId={thread.id} canReply={thread.viewerCanReply} />
      <button type="button" className={classes.share} aria-haspopup="dialog" onClick={onShare}>
        <RowIcon name="share" />
        {t.share}
      </button>
      <button
        type="button"
        className={classes.more}
        aria-label={t.manage}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget)}
      >
        <RowIcon name="more" />
      </button>
    </footer>
  );
}

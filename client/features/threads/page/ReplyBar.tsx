import { compactCount } from "../../../i18n/compactCount.ts";
import { useLocale, useTexts } from "../../../i18n/texts.ts";
import { usePage } from "../../../platform/page.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { RowIcon } from "../../../ui/rowIcons.tsx";
import { useReply } from "../../posts/composer/quoting.ts";
import { postTexts } from "../../posts/posts.texts.ts";
import { threadTexts } from "../threads.texts.ts";
import classes from "./ReplyBar.module.css";
import type { ThreadActions } from "./threadActions.ts";

interface Props {
  thread: {
    id: string;
    likeCount: number;
    favoriteCount: number;
    viewerHasLiked: boolean;
    viewerHasFavorited: boolean;
    viewerCanReply: boolean;
  };
  actions: Pick<ThreadActions, "like" | "favorite">;
  onShare(): void;
}

/** The bar at the bottom of phones inside a thread, in the place of the tabs: answer, like, keep, share. */
export function ReplyBar({ thread, actions, onShare }: Props) {
  const t = useTexts(threadTexts);
  const posts = useTexts(postTexts);
  const locale = useLocale();
  const { viewer } = useViewer();
  const reply = useReply(thread.id);
  if (usePage().platform !== "h5") return null;
  const canReply = thread.viewerCanReply || viewer === null;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t.threadTools} data-reply-bar="">
      <button type="button" className={classes.field} disabled={!canReply} onClick={() => reply()}>
        {canReply ? posts.replyHere : posts.closed}
      </button>
      <button
        type="button"
        className={classes.like}
        aria-pressed={thread.viewerHasLiked}
        aria-label={`${t.like} ${thread.likeCount}`}
        onClick={actions.like}
      >
        <RowIcon name="like" />
        {thread.likeCount > 0 && compactCount(thread.likeCount, locale)}
      </button>
      <button
        type="button"
        className={classes.favorite}
        aria-pressed={thread.viewerHasFavorited}
        aria-label={`${t.favorite} ${thread.favoriteCount}`}
        onClick={actions.favorite}
      >
        <RowIcon name="star" />
        {thread.favoriteCount > 0 && compactCount(thread.favoriteCount, locale)}
      </button>
      <button type="button" aria-label={t.share} aria-haspopup="dialog" onClick={onShare}>
        <RowIcon name="share" />
      </button>
    </div>
  );
}

import { useNavigate } from "react-router-dom";
import { graphql } from "../../../gql/gql.ts";
import type { ThreadArticle_ThreadFragment } from "../../../gql/graphql.ts";
import {
  useDeleteThreadMutation,
  useRestoreThreadMutation,
  useSetThreadApprovalMutation,
  useSetThreadEssenceMutation,
  useSetThreadFavoriteMutation,
  useSetThreadLikedMutation,
  useSetThreadStickyMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useRequireLogin } from "../../../session/useStanding.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { act } from "../../../ui/act.ts";
import { showToast } from "../../../ui/toast.tsx";
import { postActionTexts } from "../../posts/postActions.texts.ts";
import { UNDO_MS } from "../../posts/usePostActions.tsx";
import { reportTexts } from "../../moderation/reports/report.texts.ts";
import type { ReportTarget } from "../../moderation/reports/ReportDialog.tsx";
import type { AskReason } from "../../moderation/queue/useAskReason.tsx";
import type { MenuItem } from "../../../ui/ActionMenu.tsx";
import { mayNotTexts } from "../../../session/mayNot.texts.ts";
import { threadActionTexts } from "./threadActions.texts.ts";

graphql(`
  mutation SetThreadLiked($threadId: ID!, $liked: Boolean!) {
    setThreadLiked(threadId: $threadId, liked: $liked) {
      id
      likeCount
      viewerHasLiked
    }
  }
`);
graphql(`
  mutation SetThreadFavorite($threadId: ID!, $favorite: Boolean!) {
    setThreadFavorite(threadId: $threadId, favorite: $favorite) {
      id
      favoriteCount
      viewerHasFavorited
    }
  }
`);
graphql(`
  mutation DeleteThread($threadId: ID!, $reason: String) {
    deleteThread(threadId: $threadId, reason: $reason) {
      ...ThreadArticle_thread
    }
  }
`);
graphql(`
  mutation RestoreThread($threadId: ID!) {
    restoreThread(threadId: $threadId) {
      ...ThreadArticle_thread
    }
  }
`);
graphql(`
  mutation SetThreadSticky($threadId: ID!, $sticky: Boolean!) {
    setThreadSticky(threadId: $threadId, sticky: $sticky) {
      id
      isSticky
    }
  }
`);
graphql(`
  mutation SetThreadEssence($threadId: ID!, $essence: Boolean!) {
    setThreadEssence(threadId: $threadId, essence: $essence) {
      id
      isEssence
    }
  }
`);
graphql(`
  mutation SetThreadApproval($threadId: ID!, $approval: ApprovalState!, $reason: String) {
    setThreadApproval(threadId: $threadId, approval: $approval, reason: $reason) {
      id
      approval
      viewerCanApprove
    }
  }
`);

/** What the viewer does with a thread. Likes and favourites show at once and are rolled back if refused. */
export function useThreadActions(
  thread: ThreadArticle_ThreadFragment,
  onReport: (target: ReportTarget) => void,
  askReason: AskReason,
) {
  const t = useTexts(threadActionTexts);
  const mayNot = useTexts(mayNotTexts);
  const reports = useTexts(reportTexts);
  const posts = useTexts(postActionTexts);
  const { viewer } = useViewer();
  const navigate = useNavigate();
  const requireLogin = useRequireLogin();
  const [setLiked] = useSetThreadLikedMutation();
  const [setFavorite] = useSetThreadFavoriteMutation();
  const [deleteThread] = useDeleteThreadMutation();
  const [restoreThread] = useRestoreThreadMutation();
  const [setSticky] = useSetThreadStickyMutation();
  const [setEssence] = useSetThreadEssenceMutation();
  const [setApproval] = useSetThreadApprovalMutation();
  const threadId = thread.id;
  const isOwn = viewer !== null && thread.author?.id === viewer.id;
  const same = { __typename: "Thread" as const, id: threadId };

  const attempt = (change: () => Promise<unknown>, done?: string) => act(change, done ? { done } : {});

  function like(): void {
    if (!requireLogin()) return;
    if (!thread.viewerCanLike) return void showToast({ type: "info", message: mayNot.like });
    const liked = !thread.viewerHasLiked;
    const likeCount = thread.likeCount + (liked ? 1 : -1);
    const optimisticResponse = { setThreadLiked: { ...same, likeCount, viewerHasLiked: liked } };
    void attempt(() => setLiked({ variables: { threadId, liked }, optimisticResponse }));
  }

  function favorite(): void {
    if (!requireLogin()) return;
    if (!thread.viewerCanFavorite) return void showToast({ type: "info", message: mayNot.favorite });
    const kept = !thread.viewerHasFavorited;
    const favoriteCount = thread.favoriteCount + (kept ? 1 : -1);
    const optimisticResponse = { setThreadFavorite: { ...same, favoriteCount, viewerHasFavorited: kept } };
    void attempt(() => setFavorite({ variables: { threadId, favorite: kept }, optimisticResponse }));
  }

  /** Own threads go at once and can be had back for a while; about those of others it is asked why. */
  async function remove(): Promise<void> {
    const question = { title: t.confirmDelete, text: t.confirmDeleteText, action: t.delete, danger: true };
    const reason = isOwn ? "" : await askReason(question);
    if (reason === null) return;
    await attempt(async () => {
      await deleteThread({ variables: { threadId, reason } });
      const undo = () => void attempt(() => restoreThread({ variables: { threadId } }), t.done);
      const action = { label: t.undo, run: undo };
      showToast({ type: "success", message: t.deleted, durationMs: UNDO_MS, action });
    });
  }

  /** Hides what waits, or what was there already, and tells its author why. */
  async function hide(action: string): Promise<void> {
    const question = { title: t.confirmHide, text: t.confirmHideText, action };
    const reason = isOwn ? "" : await askReason(question);
    if (reason === null) return;
    await attempt(() => setApproval({ variables: { threadId, approval: "IGNORED", reason } }), t.done);
  }

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`${location.origin}/thread/${threadId}`);
      showToast({ type: "success", message: posts.linkCopied });
    } catch {
      showToast({ type: "info", message: posts.copyFailed });
    }
  }

  function menuItems(): MenuItem[] {
    const { isSticky, isEssence, isDeleted, approval } = thread;
    const hideLabel = approval === "PENDING" ? t.ignore : t.holdBack;
    const items: (MenuItem | false)[] = [
      { key: "link", label: posts.copyLink, run: () => void copyLink() },
      thread.viewerCanEdit && {
        key: "edit",
        label: t.edit,
        run: () => void navigate(`/thread/${threadId}/edit`),
      },
      thread.viewerCanSetSticky && {
        key: "sticky",
        label: isSticky ? t.unstick : t.stick,
        run: () => void attempt(() => setSticky({ variables: { threadId, sticky: !isSticky } }), t.done),
      },
      thread.viewerCanSetEssence && {
        key: "essence",
        label: isEssence ? t.unfeature : t.feature,
        run: () => void attempt(() => setEssence({ variables: { threadId, essence: !isEssence } }), t.done),
      },
      thread.viewerCanApprove &&
        approval !== "APPROVED" && {
          key: "approve",
          label: t.approve,
          run: () =>
            void attempt(() => setApproval({ variables: { threadId, approval: "APPROVED" } }), t.done),
        },
      thread.viewerCanApprove &&
        approval !== "IGNORED" &&
        !isDeleted && { key: "ignore", label: hideLabel, run: () => void hide(hideLabel) },
      thread.viewerCanRestore && {
        key: "restore",
        label: t.restore,
        run: () => void attempt(() => restoreThread({ variables: { threadId } }), t.done),
      },
      thread.viewerCanDelete &&
        !isDeleted && { key: "delete", label: t.delete, danger: true, run: () => void remove() },
      !isOwn && {
        key: "report",
        label: reports.report,
        run: () => onReport({ threadId }),
      },
    ];
    return items.filter((item) => item !== false);
  }

  return { like, favorite, menuItems };
}

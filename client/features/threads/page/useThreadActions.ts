import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { graphql } from "../../../gql/gql.ts";
import type { UseThreadActions_ThreadFragment } from "../../../gql/graphql.ts";
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
import { showToast, type Toast } from "../../../ui/toast.tsx";
import { markingTexts } from "../../bookmarks/marking.texts.ts";
import { counted, withoutReaction } from "../../reactions/reactionCounts.ts";
import { postActionTexts } from "../../posts/postActions.texts.ts";
import { UNDO_MS } from "../../posts/usePostActions.tsx";
import { reportTexts } from "../../moderation/reports/report.texts.ts";
import type { ReportTarget } from "../../moderation/reports/ReportDialog.tsx";
import type { AskReason } from "../../moderation/queue/useAskReason.tsx";
import type { MenuItem } from "../../../ui/ActionMenu.tsx";
import { ICONS, inSection, offered, type OfferedItem } from "../../../ui/menuParts.tsx";
import { mayNotTexts } from "../../../session/mayNot.texts.ts";
import { threadActionTexts } from "./threadActions.texts.ts";

/** Fields of a thread that decide what the viewer may do with it. */
export const UseThreadActions_thread = graphql(`
  fragment UseThreadActions_thread on Thread {
    id
    author {
      id
      nickname
    }
    likeCount
    favoriteCount
    isSticky
    isEssence
    isDeleted
    approval
    viewerHasLiked
    viewerReaction
    reactions {
      emoji
      count
    }
    viewerHasFavorited
    viewerCanLike
    viewerCanFavorite
    viewerCanEdit
    viewerCanDelete
    viewerCanRestore
    viewerCanSetSticky
    viewerCanSetEssence
    viewerCanApprove
    ...UseThreadStaff_thread
  }
`);
graphql(`
  mutation SetThreadLiked($threadId: ID!, $liked: Boolean!) {
    setThreadLiked(threadId: $threadId, liked: $liked) {
      id
      likeCount
      viewerHasLiked
      viewerReaction
      reactions {
        emoji
        count
      }
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
      ...UseThreadEvents_thread
    }
  }
`);
graphql(`
  mutation SetThreadEssence($threadId: ID!, $essence: Boolean!) {
    setThreadEssence(threadId: $threadId, essence: $essence) {
      id
      isEssence
      ...UseThreadEvents_thread
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

type Thread = UseThreadActions_ThreadFragment;

/** Further actions of moderators on a thread and its author. */
interface StaffItems {
  staffItems: () => MenuItem[];
  memberItems: () => MenuItem[];
}
const NONE: StaffItems = { staffItems: () => [], memberItems: () => [] };

const loadRemoval = () => import("../../bookmarks/removal.ts");

/** @param key names the change where a second one like it has nothing to do */
const attempt = (change: () => Promise<unknown>, done?: string | Toast, key?: string) =>
  act(change, { ...(done && { done }), ...(key && { key }) });

/**
 * Gives what the viewer does with a thread. Likes and favourites show at once and are rolled back if refused.
 * @param onReport opens the dialog that reports it
 * @param askReason asks why somebody else's thread goes
 * @param more what moderators can do besides: to the thread, and about its author
 */
export function useThreadActions(
  thread: Thread,
  onReport: (target: ReportTarget) => void,
  askReason: AskReason,
  { staffItems, memberItems }: StaffItems = NONE,
) {
  const t = useTexts(threadActionTexts);
  const reports = useTexts(reportTexts);
  const { viewer } = useViewer();
  const navigate = useNavigate();
  const copyLink = useCopiedLink(thread.id);
  const isOwn = viewer !== null && thread.author?.id === viewer.id;
  const marks = useThreadMarks(thread);
  const { pin, feature, approve, restore, hide, remove } = useThreadChanges(thread, isOwn ? null : askReason);

  const deletion = { key: "delete", label: t.delete, icon: ICONS.delete, danger: true } as const;

  function menuItems(): MenuItem[] {
    const { isSticky, isEssence, isDeleted, approval } = thread;
    const mayHide = thread.viewerCanApprove && approval !== "IGNORED" && !isDeleted;
    const hideLabel = approval === "PENDING" ? t.ignore : t.holdBack;
    const edit = () => void navigate(`/thread/${thread.id}/edit`);
    const authorItems = offered([
      { ...copyLink, key: "link", icon: ICONS.link },
      { key: "edit", label: t.edit, icon: ICONS.edit, run: edit, isOffered: thread.viewerCanEdit },
      marks.bookmarkItem,
      {
        key: "report",
        label: reports.report,
        icon: ICONS.report,
        run: () => onReport({ threadId: thread.id }),
        isOffered: !isOwn,
      },
      { ...deletion, run: () => void remove(), isOffered: isOwn && thread.viewerCanDelete && !isDeleted },
    ]);
    const staff = offered([
      {
        key: "approve",
        label: t.approve,
        icon: ICONS.approve,
        run: approve,
        isOffered: thread.viewerCanApprove && approval !== "APPROVED",
      },
      {
        key: "sticky",
        label: isSticky ? t.unstick : t.stick,
        icon: isSticky ? ICONS.unstick : ICONS.stick,
        run: pin,
        isOffered: thread.viewerCanSetSticky,
      },
      {
        key: "essence",
        label: isEssence ? t.unfeature : t.feature,
        icon: ICONS.essence,
        run: feature,
        isOffered: thread.viewerCanSetEssence,
      },
      ...staffItems(),
      {
        key: "ignore",
        label: hideLabel,
        icon: ICONS.hide,
        run: () => void hide(hideLabel),
        isOffered: mayHide,
      },
      {
        key: "restore",
        label: t.restore,
        icon: ICONS.restore,
        run: restore,
        isOffered: thread.viewerCanRestore,
      },
      ...memberItems(),
      { ...deletion, run: () => void remove(), isOffered: !isOwn && thread.viewerCanDelete && !isDeleted },
    ]);
    return [...authorItems, ...inSection(t.staff, staff)];
  }

  return { ...marks, menuItems };
}

/** Likes and favourites, which show before the server has answered. */
function useThreadMarks(thread: Thread) {
  const mayNot = useTexts(mayNotTexts);
  const requireLogin = useRequireLogin();
  const [setLiked] = useSetThreadLikedMutation();
  const [setFavorite] = useSetThreadFavoriteMutation();
  const client = useBrowserClient();
  const bookmarks = useTexts(markingTexts);
  const [isBookmarkOpen, setBookmarkOpen] = useState(false);
  const editBookmark = () => setBookmarkOpen(true);
  const threadId = thread.id;
  const same = { __typename: "Thread" as const, id: threadId };

  function like(): void {
    if (!requireLogin(`like:t${threadId}`)) return;
    if (!thread.viewerCanLike) return void showToast({ type: "info", message: mayNot.like });
    const liked = !thread.viewerHasLiked;
    const likeCount = thread.likeCount + (liked ? 1 : -1);
    const mine = { viewerHasLiked: liked, viewerReaction: liked ? "" : null };
    const reactions = withoutReaction(thread.reactions, thread.viewerReaction).map(counted);
    const optimisticResponse = { setThreadLiked: { ...same, ...mine, likeCount, reactions } };
    void attempt(() => setLiked({ variables: { threadId, liked }, optimisticResponse }));
  }

  function favorite(): void {
    if (!requireLogin(`favorite:${threadId}`)) return;
    if (!thread.viewerCanFavorite) return void showToast({ type: "info", message: mayNot.favorite });
    const kept = !thread.viewerHasFavorited;
    const favoriteCount = thread.favoriteCount + (kept ? 1 : -1);
    const after = { ...same, favoriteCount, viewerHasFavorited: kept };
    if (!kept) return void attempt(async () => (await loadRemoval()).removeFromThread(client, after));
    const optimisticResponse = { setThreadFavorite: after };
    const action = { label: bookmarks.addMore, run: editBookmark };
    const done: Toast = { type: "success", message: bookmarks.added, durationMs: UNDO_MS, action };
    void attempt(() => setFavorite({ variables: { threadId, favorite: true }, optimisticResponse }), done);
  }

  const bookmarkItem: OfferedItem = {
    key: "bookmark",
    label: bookmarks.edit,
    icon: ICONS.bookmark,
    run: editBookmark,
    isOffered: thread.viewerHasFavorited,
  };
  return { like, favorite, bookmarkItem, isBookmarkOpen, closeBookmark: () => setBookmarkOpen(false) };
}

/**
 * The changes of authors and moderators.
 * @param askReason null for own threads: they go at once
 */
function useThreadChanges(thread: Thread, askReason: AskReason | null) {
  const t = useTexts(threadActionTexts);
  const [deleteThread] = useDeleteThreadMutation();
  const [restoreThread] = useRestoreThreadMutation();
  const [setSticky] = useSetThreadStickyMutation();
  const [setEssence] = useSetThreadEssenceMutation();
  const [setApproval] = useSetThreadApprovalMutation();
  const { id: threadId, isSticky, isEssence } = thread;
  const keyOf = (change: string): string => `${change} thread ${threadId}`;
  const restore = () =>
    void attempt(() => restoreThread({ variables: { threadId } }), t.done, keyOf("restore"));

  /** Own threads go at once and can be had back for a while; about those of others it is asked why. */
  async function remove(): Promise<void> {
    const question = { title: t.confirmDelete, text: t.confirmDeleteText, action: t.delete, danger: true };
    const reason = askReason ? await askReason(question) : "";
    if (reason === null) return;
    await attempt(
      async () => {
        await deleteThread({ variables: { threadId, reason } });
        const action = { label: t.undo, run: restore };
        showToast({ type: "success", message: t.deleted, durationMs: UNDO_MS, action });
      },
      undefined,
      keyOf("delete"),
    );
  }

  /** Hides what waits, or what was there already, and tells its author why. */
  async function hide(action: string): Promise<void> {
    const question = { title: t.confirmHide, text: t.confirmHideText, action };
    const reason = askReason ? await askReason(question) : "";
    if (reason === null) return;
    await attempt(
      () => setApproval({ variables: { threadId, approval: "IGNORED", reason } }),
      t.done,
      keyOf("approval"),
    );
  }

  return {
    remove,
    hide,
    restore,
    pin: () =>
      void attempt(() => setSticky({ variables: { threadId, sticky: !isSticky } }), t.done, keyOf("sticky")),
    feature: () =>
      void attempt(
        () => setEssence({ variables: { threadId, essence: !isEssence } }),
        t.done,
        keyOf("essence"),
      ),
    approve: () =>
      void attempt(
        () => setApproval({ variables: { threadId, approval: "APPROVED" } }),
        t.done,
        keyOf("approval"),
      ),
  };
}

/** The line of the menu that copies the address of a thread. */
function useCopiedLink(threadId: string): Omit<MenuItem, "key"> {
  const posts = useTexts(postActionTexts);
  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`${location.origin}/thread/${threadId}`);
      showToast({ type: "success", message: posts.linkCopied });
    } catch {
      showToast({ type: "info", message: posts.copyFailed });
    }
  }

  return { label: posts.copyLink, run: () => void copyLink() };
}

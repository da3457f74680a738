import { useEffect, useMemo, useRef } from "react";
import { graphql } from "../../gql/gql.ts";
import type { PostFoot_PostFragment } from "../../gql/graphql.ts";
import {
  useDeletePostMutation,
  useRestorePostMutation,
  useSetPostApprovalMutation,
  useSetPostLikedMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useRequireLogin } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { act } from "../../ui/act.ts";
import { showToast } from "../../ui/toast.tsx";
import type { OpenComposer, PostActions } from "./postActions.ts";
import { sourceHref } from "./composer/quoting.ts";
import type { MenuItem } from "../../ui/ActionMenu.tsx";
import { reportTexts } from "../moderation/reports/report.texts.ts";
import type { ReportTarget } from "../moderation/reports/ReportDialog.tsx";
import type { AskReason } from "../moderation/queue/useAskReason.tsx";
import { mayNotTexts } from "../../session/mayNot.texts.ts";
import { postActionTexts } from "./postActions.texts.ts";

graphql(`
  mutation SetPostLiked($postId: ID!, $liked: Boolean!) {
    setPostLiked(postId: $postId, liked: $liked) {
      id
      likeCount
      viewerHasLiked
    }
  }
`);
graphql(`
  mutation DeletePost($postId: ID!, $reason: String) {
    deletePost(postId: $postId, reason: $reason) {
      id
      isDeleted
      bodyHtml
      viewerCanRestore
    }
  }
`);
graphql(`
  mutation RestorePost($postId: ID!) {
    restorePost(postId: $postId) {
      ...PostCard_post
    }
  }
`);
graphql(`
  mutation SetPostApproval($postId: ID!, $approval: ApprovalState!, $reason: String) {
    setPostApproval(postId: $postId, approval: $approval, reason: $reason) {
      id
      approval
      viewerCanApprove
    }
  }
`);

/** Own words that were deleted can be had back for so long, in milliseconds (landscape E32). */
export const UNDO_MS = 10_000;

interface Options {
  onMenu(anchor: HTMLElement, items: MenuItem[]): void;
  onReport(target: ReportTarget): void;
  askReason: AskReason;
  /** Called to write below a reply. */
  onOpen(open: OpenComposer): void;
  /** Called after something became visible or invisible. */
  onChanged(): void;
}

/** The mutations of replies and comments, once for all rows of a page. */
export function usePostActions({ onMenu, onReport, askReason, onOpen, onChanged }: Options): PostActions {
  const t = useTexts(postActionTexts);
  const mayNot = useTexts(mayNotTexts);
  const reports = useTexts(reportTexts);
  const { viewer } = useViewer();
  const requireLogin = useRequireLogin();
  const [setLiked] = useSetPostLikedMutation();
  const [deletePost] = useDeletePostMutation();
  const [restorePost] = useRestorePostMutation();
  const [setApproval] = useSetPostApprovalMutation();

  async function copyLink({ threadId, number, parentId, id }: PostFoot_PostFragment): Promise<void> {
    const path = number ? sourceHref({ threadId, number }) : `/thread/comment/${parentId}#c${id}`;
    try {
      await navigator.clipboard.writeText(location.origin + path);
      showToast({ type: "success", message: t.linkCopied });
    } catch {
      showToast({ type: "info", message: t.copyFailed });
    }
  }

  const isOwn = ({ author }: PostFoot_PostFragment) => viewer !== null && author?.id === viewer.id;

  /** Own words go at once and can be had back for a while; about those of others it is asked why. */
  async function remove(post: PostFoot_PostFragment): Promise<void> {
    const postId = post.id;
    const question = { title: t.confirmDelete, text: t.confirmDeleteText, action: t.delete, danger: true };
    const reason = isOwn(post) ? "" : await askReason(question);
    if (reason === null) return;
    await act(async () => {
      await deletePost({ variables: { postId, reason } });
      const action = { label: t.undo, run: () => current.restore(postId) };
      showToast({ type: "success", message: t.deleted, durationMs: UNDO_MS, action });
      onChanged();
    });
  }

  /** Hides what waits, or what was there already, and tells its author why. */
  async function hide(post: PostFoot_PostFragment, action: string): Promise<void> {
    const question = { title: t.confirmHide, text: t.confirmHideText, action };
    const reason = isOwn(post) ? "" : await askReason(question);
    if (reason === null) return;
    await act(() => setApproval({ variables: { postId: post.id, approval: "IGNORED", reason } }));
  }

  const current: PostActions = {
    like({ id: postId, viewerHasLiked, viewerCanLike, likeCount }) {
      if (!requireLogin()) return;
      if (!viewerCanLike) return void showToast({ type: "info", message: mayNot.like });
      const liked = !viewerHasLiked;
      const answer = { __typename: "Post" as const, id: postId, likeCount: likeCount + (liked ? 1 : -1) };
      void act(() =>
        setLiked({
          variables: { postId, liked },
          optimisticResponse: { setPostLiked: { ...answer, viewerHasLiked: liked } },
        }),
      );
    },
    answer({ id, parentId, author }) {
      if (!requireLogin()) return;
      onOpen({ kind: "comment", parentId: parentId ?? id, postId: id, name: author?.nickname ?? null });
    },
    restore(postId) {
      void act(async () => {
        await restorePost({ variables: { postId } });
        onChanged();
      });
    },
    edit(postId) {
      onOpen({ kind: "edit", parentId: postId, postId, name: null });
    },
    openMenu(anchor, post) {
      const { id, parentId } = post;
      const items: MenuItem[] = [{ key: "link", label: t.copyLink, run: () => void copyLink(post) }];
      if (post.viewerCanEdit) {
        const opened: OpenComposer = { kind: "edit", parentId: parentId ?? id, postId: id, name: null };
        items.push({ key: "edit", label: t.edit, run: () => onOpen(opened) });
      }
      if (post.viewerCanApprove && post.approval !== "APPROVED") {
        const approve = () =>
          void act(() => setApproval({ variables: { postId: id, approval: "APPROVED" } }));
        items.push({ key: "approve", label: t.approve, run: approve });
      }
      if (post.viewerCanApprove && post.approval !== "IGNORED") {
        const label = post.approval === "PENDING" ? t.ignore : t.holdBack;
        items.push({ key: "ignore", label, run: () => void hide(post, label) });
      }
      if (post.viewerCanDelete) {
        items.push({ key: "delete", label: t.delete, danger: true, run: () => void remove(post) });
      }
      if (!isOwn(post)) {
        items.push({ key: "report", label: reports.report, run: () => onReport({ postId: id }) });
      }
      onMenu(anchor, items);
    },
  };

  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  const actions = useMemo<PostActions>(
    () => ({
      like: (post) => latest.current.like(post),
      answer: (post) => latest.current.answer(post),
      edit: (postId) => latest.current.edit(postId),
      restore: (postId) => latest.current.restore(postId),
      openMenu: (anchor, post) => latest.current.openMenu(anchor, post),
    }),
    [],
  );
  return actions;
}

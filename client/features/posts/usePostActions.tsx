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
import { quotedPart } from "./composer/quotedPart.ts";
import { quoteOf, replyWith } from "./composer/quotes.ts";
import { sourceHref } from "./composer/quoting.ts";
import type { MenuItem } from "../../ui/ActionMenu.tsx";
import { IconArrowsSplit } from "../../ui/icons.tsx";
import { mergingTexts } from "../moderation/merging/merging.texts.ts";
import type { SplitPlace } from "../moderation/merging/useSplit.tsx";
import { counted, withoutReaction } from "../reactions/reactionCounts.ts";
import { reportTexts } from "../moderation/reports/report.texts.ts";
import type { ReportTarget } from "../moderation/reports/ReportDialog.tsx";
import type { ReasonQuestion } from "../moderation/queue/ReasonDialog.tsx";
import type { AskReason } from "../moderation/queue/useAskReason.tsx";
import type { MemberTarget } from "../moderation/members/useMemberActions.tsx";
import { ICONS, inSection, offered, type OfferedItem } from "../../ui/menuParts.tsx";
import { mayNotTexts } from "../../session/mayNot.texts.ts";
import { postActionTexts } from "./postActions.texts.ts";

graphql(`
  mutation SetPostLiked($postId: ID!, $liked: Boolean!) {
    setPostLiked(postId: $postId, liked: $liked) {
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
  mutation DeletePost($postId: ID!, $reason: String) {
    deletePost(postId: $postId, reason: $reason) {
      id
      isDeleted
      bodyHtml(previews: true)
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

/** Characters that the button of a reply quotes; more is selected by hand, and the quote leads to the rest. */
const QUOTE_FLOOR_MAX = 240;

interface Options {
  onMenu(anchor: HTMLElement, items: MenuItem[]): void;
  onReport(target: ReportTarget): void;
  /** Lists what staff can do about the author of a reply. */
  memberItems?(target: MemberTarget): MenuItem[];
  askReason: AskReason;
  /** Gives the lines for who asked: to accept a reply as the answer, to give it a part of the bounty. */
  askerItems?(post: Row): OfferedItem[];
  maySplit?(threadId: string): boolean;
  /** Opens the dialog that splits the thread at a reply. */
  onSplit?(place: SplitPlace): void;
  /** Called to write below a reply. */
  onOpen(open: OpenComposer): void;
  /** Called after something became visible or invisible. */
  onChanged(): void;
}

type Row = PostFoot_PostFragment;

const editOf = ({ id, parentId }: Row): OpenComposer => ({
  kind: "edit",
  parentId: parentId ?? id,
  postId: id,
  name: null,
  number: null,
});

/** Gives the actions of replies and comments, once for all rows of a page. */
export function usePostActions(options: Options): PostActions {
  const { onMenu, onReport, memberItems, askerItems, askReason, onOpen, onChanged } = options;
  const t = useTexts(postActionTexts);
  const reports = useTexts(reportTexts);
  const splitItem = useSplitItem(options);
  const { viewer } = useViewer();
  const requireLogin = useRequireLogin();
  const like = useLike();
  const copyLink = useCopyLink();
  const isOwn = ({ author }: Row) => viewer !== null && author?.id === viewer.id;
  const ask = async (post: Row, question: ReasonQuestion) => (isOwn(post) ? "" : askReason(question));
  const { remove, restore, approve, hide } = usePostChanges(ask, onChanged);

  function itemsOf(post: Row): MenuItem[] {
    const { id, approval, viewerCanApprove, author } = post;
    const isMine = isOwn(post);
    const edit = () => onOpen(editOf(post));
    const deletion: MenuItem = {
      key: "delete",
      label: t.delete,
      icon: ICONS.delete,
      danger: true,
      run: () => void remove(post),
    };
    const hideLabel = approval === "PENDING" ? t.ignore : t.holdBack;
    const authorItems = offered([
      { key: "link", label: t.copyLink, icon: ICONS.link, run: () => void copyLink(post) },
      ...(askerItems?.(post) ?? []),
      { key: "edit", label: t.edit, icon: ICONS.edit, run: edit, isOffered: post.viewerCanEdit },
      {
        key: "report",
        label: reports.report,
        icon: ICONS.report,
        run: () => onReport({ postId: id }),
        isOffered: !isMine,
      },
      { ...deletion, isOffered: isMine && post.viewerCanDelete },
    ]);
    const staff = offered([
      {
        key: "approve",
        label: t.approve,
        icon: ICONS.approve,
        run: () => approve(id),
        isOffered: viewerCanApprove && approval !== "APPROVED",
      },
      {
        key: "ignore",
        label: hideLabel,
        icon: ICONS.hide,
        run: () => void hide(post, hideLabel),
        isOffered: viewerCanApprove && approval !== "IGNORED",
      },
      splitItem(post),
      ...(author && memberItems ? memberItems({ ...author, postId: id }) : []),
      { ...deletion, isOffered: !isMine && post.viewerCanDelete },
    ]);
    return [...authorItems, ...inSection(t.staff, staff)];
  }

  return useSteadyActions({
    like,
    restore,
    answer({ id, parentId, author, number = null }) {
      if (!requireLogin("reply")) return;
      const name = author?.nickname ?? null;
      onOpen({ kind: "comment", parentId: parentId ?? id, postId: id, name, number });
    },
    quote({ threadId, number, author }) {
      if (!requireLogin("reply")) return;
      const source = { threadId, number: number ?? null, name: author?.nickname ?? t.anonymous };
      replyWith(quoteOf(source, beginningOf(number ?? 0) ?? wordsOf(t.pictureOnly)));
    },
    edit: (postId) => onOpen({ kind: "edit", parentId: postId, postId, name: null, number: null }),
    openMenu: (anchor, post) => onMenu(anchor, itemsOf(post)),
  });
}

/** Gives the line of the menu that splits the thread at a reply. */
function useSplitItem({ maySplit, onSplit }: Pick<Options, "maySplit" | "onSplit">) {
  const t = useTexts(mergingTexts);
  return ({ threadId, number, approval }: Row) => ({
    key: "split",
    label: t.splitHere,
    icon: <IconArrowsSplit size={16} />,
    run: () => onSplit?.({ threadId, number: number! }),
    isOffered: approval === "APPROVED" && number != null && maySplit?.(threadId) === true,
  });
}

/** The beginning of a reply on the page, without what it quotes itself; null if there is nothing else. */
function beginningOf(number: number): HTMLElement | null {
  const prose = document.querySelector(`#p${number} [data-prose]`)?.cloneNode(true) as Element | undefined;
  if (!prose) return null;
  for (const quote of prose.querySelectorAll(":scope > blockquote")) quote.remove();
  const range = document.createRange();
  range.selectNodeContents(prose);
  return quotedPart(prose, range, QUOTE_FLOOR_MAX);
}

function wordsOf(text: string): HTMLElement {
  const part = document.createElement("p");
  part.textContent = text;
  return part;
}

/** Gives the same object as long as the page stands, so that rows need not render again. */
function useSteadyActions(current: PostActions): PostActions {
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  return useMemo<PostActions>(
    () => ({
      like: (post) => latest.current.like(post),
      answer: (post) => latest.current.answer(post),
      quote: (post) => latest.current.quote(post),
      edit: (postId) => latest.current.edit(postId),
      restore: (postId) => latest.current.restore(postId),
      openMenu: (anchor, post) => latest.current.openMenu(anchor, post),
    }),
    [],
  );
}

/** Likes show before the server has answered, and are taken back if it refuses. */
function useLike(): PostActions["like"] {
  const mayNot = useTexts(mayNotTexts);
  const requireLogin = useRequireLogin();
  const [setLiked] = useSetPostLikedMutation();
  return ({ id: postId, viewerHasLiked, viewerCanLike, likeCount, viewerReaction, reactions: before }) => {
    if (!requireLogin(`like:p${postId}`)) return;
    if (!viewerCanLike) return void showToast({ type: "info", message: mayNot.like });
    const liked = !viewerHasLiked;
    const answer = { __typename: "Post" as const, id: postId, likeCount: likeCount + (liked ? 1 : -1) };
    const mine = { viewerHasLiked: liked, viewerReaction: liked ? "" : null };
    const reactions = withoutReaction(before, viewerReaction).map(counted);
    void act(() =>
      setLiked({
        variables: { postId, liked },
        optimisticResponse: { setPostLiked: { ...answer, ...mine, reactions } },
      }),
    );
  };
}

function useCopyLink(): (post: Row) => Promise<void> {
  const t = useTexts(postActionTexts);
  return async ({ threadId, number, parentId, id }) => {
    const path = number ? sourceHref({ threadId, number }) : `/thread/comment/${parentId}#c${id}`;
    try {
      await navigator.clipboard.writeText(location.origin + path);
      showToast({ type: "success", message: t.linkCopied });
    } catch {
      showToast({ type: "info", message: t.copyFailed });
    }
  };
}

/**
 * The changes of authors and moderators.
 * @param ask gives the reason of a change, empty for own words; null if it shall not be done
 */
function usePostChanges(
  ask: (post: Row, question: ReasonQuestion) => Promise<string | null>,
  onChanged: () => void,
) {
  const t = useTexts(postActionTexts);
  const [deletePost] = useDeletePostMutation();
  const [restorePost] = useRestorePostMutation();
  const [setApproval] = useSetPostApprovalMutation();

  function restore(postId: string): void {
    const restoring = async (): Promise<void> => {
      await restorePost({ variables: { postId } });
      onChanged();
    };
    void act(restoring, { key: `restorePost ${postId}` });
  }

  /** Own words go at once and can be had back for a while; about those of others it is asked why. */
  async function remove(post: Row): Promise<void> {
    const postId = post.id;
    const question = { title: t.confirmDelete, text: t.confirmDeleteText, action: t.delete, danger: true };
    const reason = await ask(post, question);
    if (reason === null) return;
    const deleting = async (): Promise<void> => {
      await deletePost({ variables: { postId, reason } });
      const action = { label: t.undo, run: () => restore(postId) };
      showToast({ type: "success", message: t.deleted, durationMs: UNDO_MS, action });
      onChanged();
    };
    await act(deleting, { key: `deletePost ${postId}` });
  }

  /** Hides what waits, or what was there already, and tells its author why. */
  async function hide(post: Row, action: string): Promise<void> {
    const question = { title: t.confirmHide, text: t.confirmHideText, action };
    const reason = await ask(post, question);
    if (reason === null) return;
    await act(() => setApproval({ variables: { postId: post.id, approval: "IGNORED", reason } }), {
      key: `setPostApproval ${post.id}`,
    });
  }

  function approve(postId: string): void {
    void act(() => setApproval({ variables: { postId, approval: "APPROVED" } }), {
      key: `setPostApproval ${postId}`,
    });
  }

  return { remove, restore, approve, hide };
}

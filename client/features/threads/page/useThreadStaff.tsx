import { useApolloClient } from "@apollo/client/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import type { UseThreadStaff_ThreadFragment } from "../../../gql/graphql.ts";
import { useMayRemoveCardsQuery, useSetThreadLockedMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import type { MenuItem } from "../../../ui/ActionMenu.tsx";
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconClock,
  IconFolderSymlink,
  IconLink,
  IconLock,
  IconLockOpen,
} from "../../../ui/icons.tsx";
import { reasonTexts } from "../../moderation/queue/reason.texts.ts";
import { LOCK_REASONS } from "../../moderation/queue/reviewReasons.ts";
import type { AskReason } from "../../moderation/queue/useAskReason.tsx";
import { mergingTexts } from "../../moderation/merging/merging.texts.ts";
import { useSplit } from "../../moderation/merging/useSplit.tsx";
import { linkCards } from "./linkCards.ts";
import { threadStaffTexts } from "./threadStaff.texts.ts";

const MoveDialog = lazy(() => import("./MoveDialog.tsx").then((m) => ({ default: m.MoveDialog })));
const MergeDialog = lazy(() =>
  import("../../moderation/merging/MergeDialog.tsx").then((m) => ({ default: m.MergeDialog })),
);
const TimingDialog = lazy(() => import("./TimingDialog.tsx").then((m) => ({ default: m.TimingDialog })));
const PinDialog = lazy(() => import("./PinDialog.tsx").then((m) => ({ default: m.PinDialog })));

const LinkCardsDialog = lazy(() =>
  import("./LinkCardsDialog.tsx").then((m) => ({ default: m.LinkCardsDialog })),
);

const DIALOGS = { move: MoveDialog, pin: PinDialog, timing: TimingDialog, cards: LinkCardsDialog } as const;

/** Fields of a thread that decide what moderators can do with it in place. */
export const UseThreadStaff_thread = graphql(`
  fragment UseThreadStaff_thread on Thread {
    id
    category {
      id
    }
    isSticky
    isDeleted
    approval
    lastNumber
    lockedAt
    viewerCanLock
    viewerCanMove
    viewerCanAcceptAnswer
    viewerCanSetSticky
  }
`);
graphql(`
  mutation SetThreadLocked($threadId: ID!, $locked: Boolean!, $reason: String) {
    setThreadLocked(threadId: $threadId, locked: $locked, reason: $reason) {
      id
      lockedAt
      lockReason
      closesAt
      closesAfterDays
      viewerCanReply
      ...UseThreadEvents_thread
    }
  }
`);

graphql(`
  query MayRemoveCards {
    permissionAnswer(permission: "thread.edit") {
      allowed
    }
  }
`);

const ICON_PX = 16;
const LINK_ICON = <IconLink size={ICON_PX} />;

/** True if staff may remove cards: a card belongs to all texts with its address, so the whole site decides. */
function useMayRemoveCards(isStaff: boolean): boolean {
  const { data } = useMayRemoveCardsQuery(isStaff ? {} : skipToken);
  return data?.permissionAnswer.allowed ?? false;
}

/** Gives the items of a thread's menu that lock, move and pin it for a time, and the dialog of those that have one. */
export function useThreadStaff(
  thread: UseThreadStaff_ThreadFragment,
  askReason: AskReason,
): { staffItems: () => MenuItem[]; staffDialog: ReactNode } {
  const t = useTexts(threadStaffTexts);
  const reasons = useTexts(reasonTexts);
  const client = useApolloClient();
  const merging = useTexts(mergingTexts);
  const { split, dialog: splitDialog } = useSplit();
  const [open, setOpen] = useState<"move" | "merge" | "pin" | "timing" | "cards" | null>(null);
  const [setLocked] = useSetThreadLockedMutation();
  const mayRemoveCards = useMayRemoveCards(thread.viewerCanMove);
  const { id: threadId, lockedAt } = thread;

  async function lock(): Promise<void> {
    const locked = lockedAt === null;
    const question = {
      title: t.lockTitle,
      text: t.lockText,
      action: t.lock,
      templates: LOCK_REASONS,
      hint: reasons.readersRead,
    };
    const reason = locked ? await askReason(question) : "";
    if (reason === null) return;
    await act(async () => void (await setLocked({ variables: { threadId, locked, reason } })), {
      done: locked ? t.locked : t.unlocked,
      key: `lock thread ${threadId}`,
    });
  }

  const staffItems = (): MenuItem[] => {
    if (thread.isDeleted) return [];
    const items: MenuItem[] = [];
    if (thread.viewerCanSetSticky && !thread.isSticky) {
      const icon = <IconClock size={ICON_PX} />;
      items.push({ key: "pinFor", label: t.pinFor, icon, run: () => setOpen("pin") });
    }
    if (thread.viewerCanMove) {
      const icon = <IconFolderSymlink size={ICON_PX} />;
      items.push({ key: "move", label: t.move, icon, run: () => setOpen("move") });
    }
    if (thread.viewerCanMove && thread.approval === "APPROVED") {
      const [icon, splitIcon] = [<IconArrowMerge size={ICON_PX} />, <IconArrowsSplit size={ICON_PX} />];
      items.push({ key: "merge", label: merging.merge, icon, run: () => setOpen("merge") });
      const run = () => split({ threadId, number: Math.max(1, readingPlace()) });
      if (thread.lastNumber > 0) items.push({ key: "split", label: merging.split, icon: splitIcon, run });
    }
    if (mayRemoveCards && linkCards().length > 0)
      items.push({ key: "cards", label: t.linkCards, icon: LINK_ICON, run: () => setOpen("cards") });
    if (thread.viewerCanLock) {
      const icon = lockedAt === null ? <IconLock size={ICON_PX} /> : <IconLockOpen size={ICON_PX} />;
      items.push({ key: "lock", label: lockedAt === null ? t.lock : t.unlock, icon, run: () => void lock() });
      const timingIcon = <IconClock size={ICON_PX} />;
      items.push({ key: "timing", label: t.timing, icon: timingIcon, run: () => setOpen("timing") });
    }
    return items;
  };

  const onClose = () => setOpen(null);
  const Dialog = open === null || open === "merge" ? null : DIALOGS[open];
  const staffDialog =
    open === null ? (
      splitDialog
    ) : (
      <Suspense fallback={null}>
        {Dialog ? (
          <Dialog
            thread={{ id: threadId, categoryId: thread.category.id }}
            reread={() => client.refetchQueries({ include: ["ThreadPage"] })}
            onClose={onClose}
          />
        ) : (
          <MergeDialog threadId={threadId} onClose={onClose} />
        )}
      </Suspense>
    );
  return { staffItems, staffDialog };
}

/** The first reply in sight, at which the reader is; 0 if none is. */
function readingPlace(): number {
  const shown = [...document.querySelectorAll<HTMLElement>("#replies [id^=p]")].find(
    (each) => /^p\d+$/.test(each.id) && each.getBoundingClientRect().bottom > 0,
  );
  return shown ? Number(shown.id.slice(1)) : 0;
}

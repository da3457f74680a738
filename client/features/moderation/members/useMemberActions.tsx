import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import type { MenuItem } from "../../../ui/ActionMenu.tsx";
import { IconAlertTriangle, IconBan, IconMessageOff, IconNote, IconChevronUp } from "../../../ui/icons.tsx";
import type { BanProps } from "./BanDialog.tsx";
import { memberTexts } from "./members.texts.ts";

const BanDialog = lazy(() => import("./BanDialog.tsx").then((m) => ({ default: m.BanDialog })));
const SilenceDialog = lazy(() => import("./SilenceDialog.tsx").then((m) => ({ default: m.SilenceDialog })));
const WarnDialog = lazy(() => import("./WarnDialog.tsx").then((m) => ({ default: m.WarnDialog })));
const LevelDialog = lazy(() =>
  import("../../levels/LevelDialog.tsx").then((m) => ({ default: m.LevelDialog })),
);
const NotesDialog = lazy(() => import("./NotesDialog.tsx").then((m) => ({ default: m.NotesDialog })));

/** A member, and the content of theirs that led to it if there is some. */
export interface MemberTarget {
  id: string;
  nickname: string;
  threadId?: string;
  postId?: string;
}

/** An act of staff about a member. */
export type MemberAct = "ban" | "silence" | "warn" | "notes" | "level";

const ICON_PX = 16;

/**
 * Gives what the viewer may do about members, for menus, and the dialog that is loaded when it first opens: put it on
 * the page.
 * @param onDone called after something about a member has changed
 */
export function useMemberActions(onDone?: () => void) {
  const t = useTexts(memberTexts);
  const { viewer, site } = useViewer();
  const [open, setOpen] = useState<{ act: MemberAct; target: MemberTarget; closed?: () => void } | null>(
    null,
  );
  const mayAct = (id: string): boolean => viewer !== null && viewer.id !== id;

  /** Opens the dialog of an act; resolves when it has closed. */
  const start = (act: MemberAct, target: MemberTarget): Promise<void> =>
    new Promise((closed) => setOpen({ act, target, closed }));
  /** Lists what the viewer may do about somebody; nothing about themselves. */
  const actsOn = (id: string): MemberAct[] => [
    ...(mayAct(id) && site.viewerCanReview ? (["warn", "notes", "level", "silence"] as const) : []),
    ...(mayAct(id) && site.viewerCanAdminister ? (["ban"] as const) : []),
  ];
  /** Items of a menu about what somebody wrote; danger comes last. */
  const memberItems = (target: MemberTarget): MenuItem[] =>
    actsOn(target.id).map((act) => ({
      key: act,
      label: t[act],
      icon: ICONS[act],
      danger: act === "ban" || act === "silence",
      run: () => void start(act, target),
    }));

  const close = () => {
    open?.closed?.();
    setOpen(null);
  };
  return {
    actsOn,
    memberItems,
    start,
    dialog: open && dialogOf(open.act, { ...open, onClose: close, onDone }),
  };
}

/** The icon of each act. */
export const ICONS: Readonly<Record<MemberAct, ReactNode>> = {
  ban: <IconBan size={ICON_PX} />,
  silence: <IconMessageOff size={ICON_PX} />,
  warn: <IconAlertTriangle size={ICON_PX} />,
  notes: <IconNote size={ICON_PX} />,
  level: <IconChevronUp size={ICON_PX} />,
};

function dialogOf(act: MemberAct, { target, onClose, onDone }: BanProps): ReactNode {
  const Dialog = {
    ban: BanDialog,
    silence: SilenceDialog,
    warn: WarnDialog,
    notes: NotesDialog,
    level: LevelDialog,
  }[act];
  return (
    <Suspense fallback={null}>
      <Dialog target={target} onClose={onClose} onDone={onDone} />
    </Suspense>
  );
}

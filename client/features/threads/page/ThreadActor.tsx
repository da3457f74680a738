import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import type { LateActions } from "../../../platform/lateActions.ts";
import { useReport } from "../../moderation/reports/useReport.tsx";
import { useAskReason } from "../../moderation/queue/useAskReason.tsx";
import type { ThreadActions } from "./threadActions.ts";
import { useActionMenu } from "../../../ui/useActionMenu.tsx";
import { useMemberActions } from "../../moderation/members/useMemberActions.tsx";
import { useThreadStaff, UseThreadStaff_thread } from "./useThreadStaff.tsx";
import { useThreadActions, UseThreadActions_thread } from "./useThreadActions.ts";

const ThreadMoney = lazy(() => import("./ThreadMoney.tsx").then((m) => ({ default: m.ThreadMoney })));

const BookmarkDialog = lazy(() =>
  import("../../bookmarks/BookmarkDialog.tsx").then((m) => ({ default: m.BookmarkDialog })),
);

const LateGoods = lazy(() => import("../../goods/LateGoods.tsx").then((m) => ({ default: m.LateGoods })));
const LatePoll = lazy(() => import("../../polls/LatePoll.tsx").then((m) => ({ default: m.LatePoll })));

interface Props {
  late: LateActions<ThreadActions>;
  thread: FragmentType<typeof UseThreadActions_thread>;
  takesTips: boolean;
  givesPacket: boolean;
  offersBounty: boolean;
  hasPoll: boolean;
  hasGoods: boolean;
}

/** Carries out what the page of a thread asks for, with the menu and the dialogs that belong to it. */
export function ThreadActor({
  late,
  thread,
  takesTips,
  givesPacket,
  offersBounty,
  hasPoll,
  hasGoods,
}: Props) {
  const { openMenu, menu } = useActionMenu();
  const { report, dialog } = useReport();
  const { askReason, reasonDialog } = useAskReason();
  const fields = readFragment(UseThreadActions_thread, thread);
  const { staffItems, staffDialog } = useThreadStaff(readFragment(UseThreadStaff_thread, fields), askReason);
  const members = useMemberActions();
  const memberItems = () =>
    fields.author ? members.memberItems({ ...fields.author, threadId: fields.id }) : [];
  const current = useThreadActions(fields, report, askReason, { staffItems, memberItems });
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  const actions = useMemo<ThreadActions>(
    () => ({
      like: () => latest.current.like(),
      favorite: () => latest.current.favorite(),
      openMenu: (anchor) => openMenu(anchor, latest.current.menuItems()),
    }),
    [openMenu],
  );
  useEffect(() => {
    late.serve(actions);
    return () => late.serve(null);
  }, [late, actions]);
  return (
    <>
      <Suspense fallback={null}>
        {(givesPacket || offersBounty || takesTips) && (
          <ThreadMoney
            key={fields.id}
            threadId={fields.id}
            givesPacket={givesPacket}
            offersBounty={offersBounty}
            takesTips={takesTips}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>{hasGoods && <LateGoods key={fields.id} threadId={fields.id} />}</Suspense>
      <Suspense fallback={null}>{hasPoll && <LatePoll key={fields.id} threadId={fields.id} />}</Suspense>
      <Suspense fallback={null}>
        {current.isBookmarkOpen && <BookmarkDialog threadId={fields.id} onClose={current.closeBookmark} />}
      </Suspense>
      {menu}
      {dialog}
      {reasonDialog}
      {staffDialog}
      {members.dialog}
    </>
  );
}

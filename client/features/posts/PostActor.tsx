import { useEffect } from "react";
import type { LateActions } from "../../platform/lateActions.ts";
import { useBounty } from "../bounties/useBounty.tsx";
import { useMemberActions } from "../moderation/members/useMemberActions.tsx";
import { useSplit } from "../moderation/merging/useSplit.tsx";
import { ReactionLayer } from "../reactions/ReactionLayer.tsx";
import { useReport } from "../moderation/reports/useReport.tsx";
import { useAskReason } from "../moderation/queue/useAskReason.tsx";
import { useActionMenu } from "../../ui/useActionMenu.tsx";
import type { OpenComposer, PostActions } from "./postActions.ts";
import { usePostActions } from "./usePostActions.tsx";
import { useSolution } from "./useSolution.tsx";

interface Props {
  late: LateActions<PostActions>;
  onOpen(open: OpenComposer): void;
  onChanged(): void;
}

/** Carries out what the rows of a page ask for, with the menu and the dialogs that belong to it. */
export function PostActor({ late, onOpen, onChanged }: Props) {
  const { openMenu, menu } = useActionMenu();
  const { report, dialog } = useReport();
  const { askReason, reasonDialog } = useAskReason();
  const { memberItems, dialog: memberDialog } = useMemberActions(onChanged);
  const solutionItem = useSolution();
  const { bountyItem, bountyDialog } = useBounty();
  const { maySplit, split, dialog: splitDialog } = useSplit();
  const actions = usePostActions({
    onSplit: split,
    askerItems: (post) => [solutionItem(post), bountyItem(post)],
    maySplit,
    onMenu: openMenu,
    onReport: report,
    memberItems,
    askReason,
    onOpen,
    onChanged,
  });
  useEffect(() => {
    late.serve(actions);
    return () => late.serve(null);
  }, [late, actions]);
  return (
    <>
      {menu}
      {dialog}
      {reasonDialog}
      {memberDialog}
      {splitDialog}
      {bountyDialog}
      <ReactionLayer />
    </>
  );
}

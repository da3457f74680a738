import { useUserRemarksQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { memberTexts } from "./members.texts.ts";
import { ICONS, type MemberTarget, useMemberActions } from "./useMemberActions.tsx";

/** Buttons of staff on the profile of a member: warnings and notes with their numbers, warn, ban or its end. */
export function StaffStrip({ user, isBanned }: { user: MemberTarget; isBanned: boolean }) {
  const t = useTexts(memberTexts);
  const { actsOn, start, dialog } = useMemberActions();
  const { data } = useUserRemarksQuery({ variables: { id: user.id } });
  const acts = actsOn(user.id);
  if (acts.length === 0) return null;
  const warnings = data?.user?.warningCount ?? 0;
  const notes = (data?.user?.remarks?.length ?? 0) - warnings;
  const labels = {
    ban: isBanned ? t.lift : t.banMember,
    silence: data?.user?.silence ? t.liftSilence : t.silenceMember,
    warn: t.warnMember,
    notes: t.summary(warnings, notes),
    level: t.level,
  };
  return (
    <>
      {acts.map((act) => (
        <Button key={act} variant="subtle" icon={ICONS[act]} onClick={() => void start(act, user)}>
          {labels[act]}
        </Button>
      ))}
      {dialog}
    </>
  );
}

import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { memberTexts } from "./members.texts.ts";
import { ICONS, type MemberTarget, useMemberActions } from "./useMemberActions.tsx";

interface Props {
  user: MemberTarget;
  /** Told of an open dialog, so that what holds the buttons stays. */
  onWork: (work: Promise<unknown>) => void;
}

/** Buttons of staff on the card of a member. */
export function StaffButtons({ user, onWork }: Props) {
  const t = useTexts(memberTexts);
  const { actsOn, start, dialog } = useMemberActions();
  const labels = {
    ban: t.banMember,
    silence: t.silenceMember,
    warn: t.warnMember,
    notes: t.NOTE,
    level: t.level,
  };
  return (
    <>
      {actsOn(user.id).map((act) => (
        <Button
          key={act}
          variant="subtle"
          size="sm"
          icon={ICONS[act]}
          onClick={() => onWork(start(act, user))}
        >
          {labels[act]}
        </Button>
      ))}
      {dialog}
    </>
  );
}

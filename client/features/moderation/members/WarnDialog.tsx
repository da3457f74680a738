import type { FormEvent } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useWarnUserMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { ReasonChips } from "../queue/ReasonChips.tsx";
import { MEMBER_REASONS } from "../queue/reviewReasons.ts";
import { useReason } from "../queue/useReason.ts";
import type { BanProps } from "./BanDialog.tsx";
import classes from "./MemberDialogs.module.css";
import { memberTexts } from "./members.texts.ts";

graphql(`
  mutation WarnUser($input: WarnUserInput!) {
    warnUser(input: $input) {
      id
    }
  }
`);

/** A registration is no reason to warn somebody who writes. */
const WARN_REASONS = MEMBER_REASONS.filter((reason) => reason !== "INCOMPLETE");

/** Warns a member, about what they wrote if that led to it. */
export function WarnDialog({ target, onClose, onDone }: BanProps) {
  const t = useTexts(memberTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const { given, picker } = useReason(reasons.FLOODING, WARN_REASONS);
  const { act, isBusy } = useAct();
  const [warn] = useWarnUserMutation({ refetchQueries: ["UserRemarks"] });
  const { id: userId, nickname, threadId, postId } = target;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(
      async () => {
        const about = postId ? { postId } : threadId ? { threadId } : {};
        await warn({ variables: { input: { userId, reason: given, ...about } } });
        onClose();
        onDone?.();
      },
      { done: t.warned(nickname) },
    );
  };
  return (
    <Sheet title={t.warnTitle(nickname)} size="medium" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p>{t.warnText}</p>
        <ReasonChips {...picker} withLabel mayBeEmpty={false} />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={given === ""}>
            {t.warnMember}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

import { graphql } from "../../../gql/gql.ts";
import { useRemoveMemberSecondFactorMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useProven } from "../../../session/useProven.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useConfirm } from "../../../ui/confirm.tsx";
import { MemberPart, useMemberWork } from "./MemberPart.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";
import classes from "./MemberSessions.module.css";

graphql(`
  mutation RemoveMemberSecondFactor($userId: ID!) {
    removeUserSecondFactor(userId: $userId)
  }
`);

interface Props {
  userId: string;
  /** Reads the member again. */
  onRemoved: () => Promise<unknown>;
}

/** Removes the second factor of a member who has lost it, once the administrator has proven who they are. */
export function SecondFactorPart({ userId, onRemoved }: Props) {
  const t = useTexts(membersAdminTexts);
  const work = useMemberWork();
  const confirm = useConfirm();
  const [proven, dialog] = useProven();
  const [remove] = useRemoveMemberSecondFactorMutation({ refetchQueries: ["MemberSessions"] });
  const start = async () => {
    const question = {
      title: t.secondFactorQuestion,
      text: t.secondFactorText,
      action: t.removeSecondFactor,
    };
    if (!(await confirm({ ...question, danger: true }))) return;
    work.run(async () => {
      await proven(() => remove({ variables: { userId } }));
      await onRemoved();
      return t.secondFactorRemoved;
    });
  };
  return (
    <>
      <MemberPart
        title={t.secondFactor}
        work={work}
        buttons={
          <Button variant="danger" loading={work.isBusy} onClick={() => void start()}>
            {t.removeSecondFactor}
          </Button>
        }
      >
        <p className={classes.meta}>{t.secondFactorHint}</p>
      </MemberPart>
      {dialog}
    </>
  );
}

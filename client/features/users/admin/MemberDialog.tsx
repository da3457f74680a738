import { graphql } from "../../../gql/gql.ts";
import { useMemberDialogQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "../../admin/dialogs.module.css";
import { AnswerList } from "./AnswerList.tsx";
import { GroupPart, PasswordPart, StandingPart } from "./MemberParts.tsx";
import { MemberSessions } from "./MemberSessions.tsx";
import { OriginPart } from "./OriginPart.tsx";
import { SecondFactorPart } from "./SecondFactorPart.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

graphql(`
  query MemberDialog($id: ID!) {
    user(id: $id) {
      id
      nickname
      hasSecondFactor
      invitedBy {
        ...OriginPart_origin
      }
      ...StandingPart_user
      ...GroupPart_user
    }
    signInAnswers(userId: $id) {
      ...AnswerList_answer
    }
  }
`);

interface Props {
  id: string;
  groups: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** Dialog about one member: who invited them, standing, group, password, second factor, sessions. Each part is saved by itself. */
export function MemberDialog({ id, groups, onClose }: Props) {
  const t = useTexts(membersAdminTexts);
  const query = useMemberDialogQuery({ variables: { id } });
  const user = query.data?.user;
  return (
    <Sheet title={user?.nickname ?? t.manage} onClose={onClose} size="medium">
      <QueryView query={query}>
        {({ user, signInAnswers }) => (
          <>
            <AnswerList answers={signInAnswers} />
            <div className={classes.form}>
              {user.invitedBy && <OriginPart origin={user.invitedBy} />}
              <StandingPart user={user} />
              <GroupPart user={user} groups={groups} />
              <PasswordPart userId={user.id} />
              {user.hasSecondFactor && <SecondFactorPart userId={user.id} onRemoved={query.refetch} />}
              <MemberSessions userId={user.id} />
            </div>
          </>
        )}
      </QueryView>
    </Sheet>
  );
}

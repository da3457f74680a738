import { type ReactNode, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { MemberDialogQuery, MemberStatus } from "../../gql/graphql.ts";
import {
  useEndMemberSessionsMutation,
  useMemberDialogQuery,
  useResetMemberPasswordMutation,
  useSetMemberStatusMutation,
  useSetUserGroupMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
import { AnswerList } from "./AnswerList.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

graphql(`
  query MemberDialog($id: ID!) {
    user(id: $id) {
      id
      nickname
      status
      statusReason
      groupExpiresAt
      group {
        id
        name
      }
    }
    signInAnswers(userId: $id) {
      id
      name
      type
      fieldsExt
    }
  }
`);
graphql(`
  mutation SetUserGroup($userId: ID!, $groupId: ID!, $expiresAt: DateTimeISO) {
    setUserGroup(userId: $userId, groupId: $groupId, expiresAt: $expiresAt) {
      id
      groupExpiresAt
      group {
        id
        name
      }
    }
  }
`);
graphql(`
  mutation ResetMemberPassword($userId: ID!, $password: String!) {
    resetMemberPassword(userId: $userId, password: $password)
  }
`);
graphql(`
  mutation EndMemberSessions($userId: ID!) {
    endMemberSessions(userId: $userId)
  }
`);

interface Props {
  id: string;
  groups: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** What administrators do about one member; each part is done by itself. */
export function MemberDialog({ id, groups, onClose }: Props) {
  const t = useTexts(membersAdminTexts);
  const query = useMemberDialogQuery({ variables: { id } });
  return (
    <AdminDialog title={query.data?.user?.nickname ?? t.manage} onClose={onClose} size="lg">
      <QueryView query={query}>
        {({ user, signInAnswers }) => (
          <>
            <AnswerList answers={signInAnswers} />
            <Parts user={user} groups={groups} />
          </>
        )}
      </QueryView>
    </AdminDialog>
  );
}

interface PartsProps {
  user: NonNullable<MemberDialogQuery["user"]>;
  groups: Props["groups"];
}

function Parts({ user, groups }: PartsProps) {
  const t = useTexts(membersAdminTexts);
  const [groupId, setGroupId] = useState(user.group.id);
  const [until, setUntil] = useState(user.groupExpiresAt?.slice(0, 10) ?? "");
  const [reason, setReason] = useState(user.statusReason ?? "");
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [setGroup] = useSetUserGroupMutation();
  const [setStatus] = useSetMemberStatusMutation();
  const [reset] = useResetMemberPasswordMutation();
  const [endSessions] = useEndMemberSessionsMutation();
  const userId = user.id;

  const run = async (work: () => Promise<string | void>) => {
    setBusy(true);
    try {
      const said = await work();
      showToast({ type: "success", message: said ?? t.done });
    } catch (error) {
      showToast({ type: "error", message: errorOf(error).message });
    } finally {
      setBusy(false);
    }
  };
  const become = (status: MemberStatus) =>
    void run(async () => void (await setStatus({ variables: { userId, status, reason } })));
  const isWaiting = user.status === "UNDER_REVIEW";

  return (
    <div className={classes.form}>
      <Part title={t.group}>
        <div className={classes.pair}>
          <Select
            label={t.group}
            value={groupId}
            onValue={setGroupId}
            choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Field label={t.until} hint={t.untilHint} type="date" value={until} onValue={setUntil} />
        </div>
        <div className={classes.buttons}>
          <Button
            loading={isBusy}
            onClick={() =>
              void run(async () => {
                const expiresAt = until ? `${until}T00:00:00.000Z` : null;
                await setGroup({ variables: { userId, groupId, expiresAt } });
              })
            }
          >
            {t.saveGroup}
          </Button>
        </div>
      </Part>
      <Part title={`${t.standing} · ${t[user.status ?? "NORMAL"]}`}>
        <Field label={t.reason} hint={t.reasonHint} value={reason} onValue={setReason} />
        <div className={classes.buttons}>
          {user.status !== "NORMAL" && (
            <Button
              variant={isWaiting ? "primary" : "default"}
              loading={isBusy}
              onClick={() => become("NORMAL")}
            >
              {isWaiting ? t.approve : t.unban}
            </Button>
          )}
          {isWaiting && (
            <Button loading={isBusy} onClick={() => become("REFUSED")}>
              {t.refuse}
            </Button>
          )}
          {user.status !== "BANNED" && (
            <Button variant="danger" loading={isBusy} onClick={() => become("BANNED")}>
              {t.ban}
            </Button>
          )}
        </div>
      </Part>
      <Part title={t.setPassword}>
        <Field
          label={t.password}
          hint={t.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          onValue={setPassword}
        />
        <div className={classes.buttons}>
          <Button
            loading={isBusy}
            onClick={() =>
              void run(async () => {
                const { data } = await endSessions({ variables: { userId } });
                return t.ended(data?.endMemberSessions ?? 0);
              })
            }
          >
            {t.endSessions}
          </Button>
          <Button
            loading={isBusy}
            disabled={password === ""}
            onClick={() =>
              void run(async () => {
                await reset({ variables: { userId, password } });
                setPassword("");
              })
            }
          >
            {t.setPassword}
          </Button>
        </div>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

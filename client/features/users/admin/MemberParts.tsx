import { useState } from "react";
import { errorOf, type Failure } from "../../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { UserStatus } from "../../../gql/graphql.ts";
import {
  useResetMemberPasswordMutation,
  useSetUserStatusMutation,
  useSetUserGroupMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { NewPasswordField } from "../../../session/NewPasswordField.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Select } from "../../../ui/Select.tsx";
import classes from "../../admin/dialogs.module.css";
import { differencesOf } from "../../admin/difference.ts";
import { ReasonPicker } from "../../moderation/queue/ReasonPicker.tsx";
import { reasonTexts } from "../../moderation/queue/reason.texts.ts";
import { MEMBER_REASONS } from "../../moderation/queue/reviewReasons.ts";
import { useReason } from "../../moderation/queue/useReason.ts";
import { isWaiting } from "../isWaiting.ts";
import { MemberPart, useMemberWork } from "./MemberPart.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

const GroupPart_user = graphql(`
  fragment GroupPart_user on User {
    id
    groupExpiresAt
    group {
      id
      name
    }
  }
`);
const StandingPart_user = graphql(`
  fragment StandingPart_user on User {
    id
    status
    statusReason
  }
`);
graphql(`
  mutation SetUserGroup($userId: ID!, $groupId: ID!, $expiresAt: DateTimeISO, $reason: String) {
    setUserGroup(userId: $userId, groupId: $groupId, expiresAt: $expiresAt, reason: $reason) {
      ...GroupPart_user
    }
  }
`);
graphql(`
  mutation ResetMemberPassword($userId: ID!, $password: String!) {
    resetUserPassword(userId: $userId, password: $password)
  }
`);

/** Longest reason, in characters; the server refuses more. */
const REASON_MAX = 100;

interface GroupProps {
  user: FragmentType<typeof GroupPart_user>;
  groups: readonly { id: string; name: string }[];
}

/** Moves a member to another group, for a time or for good. */
export function GroupPart({ user: masked, groups }: GroupProps) {
  const user = readFragment(GroupPart_user, masked);
  const t = useTexts(membersAdminTexts);
  const work = useMemberWork();
  const saved = { group: user.group.id, until: user.groupExpiresAt?.slice(0, 10) ?? "" };
  const [draft, setDraft] = useState(saved);
  const [setGroup] = useSetUserGroupMutation();
  const reasons = useTexts(reasonTexts);
  const { given, picker } = useReason("", MEMBER_REASONS);
  const differences = differencesOf(
    saved,
    draft,
    (name) => t[name],
    (value, name) =>
      name === "group" ? (groups.find(({ id }) => id === value)?.name ?? "") : String(value || t.forGood),
  );
  const put = async ({ group: groupId, until }: typeof draft, reason: string) => {
    const expiresAt = until ? `${until}T00:00:00.000Z` : null;
    await setGroup({ variables: { userId: user.id, groupId, expiresAt, reason } });
    setDraft({ group: groupId, until });
  };
  const save = () =>
    work.run(async () => {
      await put(draft, given);
      return () => put(saved, "");
    });

  return (
    <MemberPart
      title={t.group}
      work={work}
      differences={differences}
      onSubmit={save}
      buttons={
        <Button type="submit" variant="primary" loading={work.isBusy} disabled={differences.length === 0}>
          {t.saveGroup}
        </Button>
      }
    >
      <div className={classes.pair}>
        <Select
          label={t.group}
          value={draft.group}
          onValue={(group) => setDraft({ ...draft, group })}
          choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <DateField
          label={t.until}
          hint={t.untilHint}
          value={draft.until}
          onValue={(until) => setDraft({ ...draft, until })}
        />
      </div>
      {draft.group !== saved.group && <ReasonPicker {...picker} hint={reasons.memberReads} />}
    </MemberPart>
  );
}

/** Decides about a registration, bans with a reason, lets back in. */
export function StandingPart({ user: masked }: { user: FragmentType<typeof StandingPart_user> }) {
  const user = readFragment(StandingPart_user, masked);
  const t = useTexts(membersAdminTexts);
  const work = useMemberWork();
  const reasons = useTexts(reasonTexts);
  const { given, picker } = useReason(user.statusReason ?? "", MEMBER_REASONS);
  const [setStatus] = useSetUserStatusMutation();
  const status = user.status ?? "NORMAL";
  const put = (next: UserStatus, because: string) =>
    setStatus({ variables: { userId: user.id, status: next, reason: because } });
  const become = (next: UserStatus) => {
    const before = user.statusReason ?? "";
    work.run(async () => {
      await put(next, given);
      return () => put(status, before);
    });
  };
  const waits = isWaiting(status);

  return (
    <MemberPart
      title={`${t.standing} · ${t[status]}`}
      work={work}
      buttons={
        <>
          {status !== "NORMAL" && (
            <Button
              variant={waits ? "primary" : "default"}
              loading={work.isBusy}
              onClick={() => become("NORMAL")}
            >
              {t.becomes(waits ? t.approve : t.unban, t[status], t.NORMAL)}
            </Button>
          )}
          {waits && (
            <Button loading={work.isBusy} onClick={() => become("REFUSED")}>
              {t.becomes(t.refuse, t[status], t.REFUSED)}
            </Button>
          )}
          {status !== "BANNED" && (
            <Button variant="danger" loading={work.isBusy} onClick={() => become("BANNED")}>
              {t.becomes(t.ban, t[status], t.BANNED)}
            </Button>
          )}
        </>
      }
    >
      <ReasonPicker {...picker} max={REASON_MAX} hint={reasons.memberReads} />
    </MemberPart>
  );
}

/** Gives a member another password, which ends all their sessions. */
export function PasswordPart({ userId }: { userId: string }) {
  const t = useTexts(membersAdminTexts);
  const work = useMemberWork();
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [reset] = useResetMemberPasswordMutation({ refetchQueries: ["MemberSessions"] });
  const save = () =>
    work.run(async () => {
      try {
        await reset({ variables: { userId, password } });
      } catch (error) {
        setFailure(errorOf(error));
        throw error;
      }
      setPassword("");
      return t.passwordSet;
    });
  return (
    <MemberPart
      title={t.setPassword}
      work={work}
      onSubmit={save}
      buttons={
        <Button type="submit" loading={work.isBusy} disabled={password === ""}>
          {t.setPassword}
        </Button>
      }
    >
      <NewPasswordField
        label={t.password}
        note={t.passwordHint}
        value={password}
        onValue={setPassword}
        failure={failure}
      />
    </MemberPart>
  );
}

import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { UserStatus } from "../../../gql/graphql.ts";
import { useSetUserStatusMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../admin/panels.module.css";
import { isWaiting } from "../isWaiting.ts";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

const MembersTable_member = graphql(`
  fragment MembersTable_member on User {
    id
    nickname
    username
    status
    statusReason
    groupExpiresAt
    threadCount
    postCount
    createdAt
    lastSeenAt
    group {
      id
      name
    }
  }
`);
graphql(`
  mutation SetUserStatus($userId: ID!, $status: UserStatus!, $reason: String) {
    setUserStatus(userId: $userId, status: $status, reason: $reason) {
      id
      status
      statusReason
    }
  }
`);

interface Props {
  members: readonly FragmentType<typeof MembersTable_member>[];
  onManage: (id: string) => void;
  onChanged: () => Promise<unknown>;
}

/** Members as rows; registrations that wait are approved in place. */
export function MembersTable({ members: masked, onManage, onChanged }: Props) {
  const members = readFragment(MembersTable_member, masked);
  const t = useTexts(membersAdminTexts);
  const [setStatus] = useSetUserStatusMutation();
  const decide = (userId: string, status: UserStatus) =>
    act(() => setStatus({ variables: { userId, status } }), { done: t.done, reread: onChanged });
  if (members.length === 0) return <EmptyState title={t.nothing} />;

  return (
    <div className={panels.scroll}>
      <table className={`${panels.table} ${panels.stack} ${panels.beside}`}>
        <thead>
          <tr>
            <th scope="col">{t.member}</th>
            <th scope="col">{t.group}</th>
            <th scope="col">{t.status}</th>
            <th scope="col" className={panels.number}>
              {t.content}
            </th>
            <th scope="col">{t.joined}</th>
            <th scope="col">{t.lastHere}</th>
            <th scope="col">
              <span className="visually-hidden">{t.manage}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <td className={panels.wide}>
                <Link to={`/user/${member.id}`}>
                  <bdi>{member.nickname}</bdi>
                </Link>
                <div className={panels.quiet}>
                  {member.username} · #{member.id}
                </div>
              </td>
              <td className={panels.nowrap}>
                {member.group.name}
                {member.groupExpiresAt && (
                  <div className={panels.quiet}>{t.groupUntil(member.groupExpiresAt.slice(0, 10))}</div>
                )}
              </td>
              <td>
                {member.status && member.status !== "NORMAL" ? (
                  <>
                    <span
                      className={`${panels.badge} ${member.status === "BANNED" ? panels.danger : panels.warning}`}
                    >
                      {t[member.status]}
                    </span>
                    {member.statusReason && <div className={panels.quiet}>{member.statusReason}</div>}
                  </>
                ) : (
                  <span className={panels.quiet}>{t.NORMAL}</span>
                )}
              </td>
              <td className={panels.number} data-label={t.content}>
                {member.threadCount} / {member.postCount}
              </td>
              <td className={`${panels.quiet} ${panels.nowrap}`}>
                <Time value={member.createdAt} />
              </td>
              <td className={`${panels.quiet} ${panels.nowrap} ${panels.spare}`}>
                {member.lastSeenAt ? <Time value={member.lastSeenAt} /> : t.never}
              </td>
              <td>
                <div className={panels.row}>
                  {isWaiting(member.status) && (
                    <Button
                      size="sm"
                      variant="primary"
                      aria-label={t.approveOf(member.nickname)}
                      onClick={() => void decide(member.id, "NORMAL")}
                    >
                      {t.approve}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    aria-label={t.manageOf(member.nickname)}
                    onClick={() => onManage(member.id)}
                  >
                    {t.manage}
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

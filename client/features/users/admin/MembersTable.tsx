import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { MembersTable_MemberFragment, UserSort, UserStatus } from "../../../gql/graphql.ts";
import { useSetUserStatusMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Column, type ColumnSort, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../../ui/panels.module.css";
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

type Member = MembersTable_MemberFragment;

interface Props {
  members: readonly FragmentType<typeof MembersTable_member>[];
  /** Addresses of the list in other orders, and the present one. */
  sort: UserSort;
  sortHref: (sort: UserSort) => string;
  onManage: (id: string) => void;
  onChanged: () => Promise<unknown>;
  /** The end of the list. */
  more: ReactNode;
}

/** Members as rows; registrations that wait are approved in place. */
export function MembersTable({ members: masked, sort, sortHref, onManage, onChanged, more }: Props) {
  const members = readFragment(MembersTable_member, masked);
  const t = useTexts(membersAdminTexts);
  const [setStatus] = useSetUserStatusMutation();
  const decide = (userId: string, status: UserStatus) =>
    act(() => setStatus({ variables: { userId, status } }), {
      done: t.done,
      reread: onChanged,
      key: `setUserStatus ${userId}`,
    });
  const sortedBy = (by: UserSort): ColumnSort => ({
    direction: by === sort ? "descending" : null,
    to: sortHref(by),
  });
  const columns: Column<Member>[] = [
    { key: "member", header: t.member, phone: "title", cell: (member) => <NameCell member={member} /> },
    { key: "group", header: t.group, nowrap: true, cell: (member) => <GroupCell member={member} /> },
    { key: "status", header: t.status, cell: (member) => <StatusCell member={member} /> },
    {
      key: "content",
      header: t.content,
      numeric: true,
      phone: "labelled",
      sort: sortedBy("MOST_POSTS"),
      cell: ({ threadCount, postCount }) => `${threadCount} / ${postCount}`,
    },
    {
      key: "joined",
      header: t.joined,
      quiet: true,
      nowrap: true,
      sort: sortedBy("NEWEST"),
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    {
      key: "lastSeen",
      header: t.lastHere,
      quiet: true,
      nowrap: true,
      phone: "hidden",
      sort: sortedBy("LAST_SEEN"),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Time value={lastSeenAt} /> : t.never),
    },
    {
      key: "actions",
      header: t.manage,
      hideHeader: true,
      actions: true,
      cell: ({ id, nickname, status }) => (
        <>
          {isWaiting(status) && (
            <Button
              size="sm"
              variant="primary"
              aria-label={t.approveOf(nickname)}
              onClick={() => void decide(id, "NORMAL")}
            >
              {t.approve}
            </Button>
          )}
          <Button size="sm" aria-label={t.manageOf(nickname)} onClick={() => onManage(id)}>
            {t.manage}
          </Button>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t.members}
      columns={columns}
      rows={members}
      empty={<EmptyState title={t.nothing} />}
      actionsBesideTitle
      more={more}
    />
  );
}

function NameCell({ member: { id, nickname, username } }: { member: Member }) {
  return (
    <>
      <Link to={`/user/${id}`}>
        <bdi>{nickname}</bdi>
      </Link>
      <div className={panels.quiet}>
        {username} · #{id}
      </div>
    </>
  );
}

function GroupCell({ member: { group, groupExpiresAt } }: { member: Member }) {
  const t = useTexts(membersAdminTexts);
  return (
    <>
      {group.name}
      {groupExpiresAt && <div className={panels.quiet}>{t.groupUntil(groupExpiresAt.slice(0, 10))}</div>}
    </>
  );
}

function StatusCell({ member: { status, statusReason } }: { member: Member }) {
  const t = useTexts(membersAdminTexts);
  if (!status || status === "NORMAL") return <span className={panels.quiet}>{t.NORMAL}</span>;
  return (
    <>
      <Label tone={status === "BANNED" ? "danger" : "warning"}>{t[status]}</Label>
      {statusReason && <div className={panels.quiet}>{statusReason}</div>}
    </>
  );
}

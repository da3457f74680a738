import { useState } from "react";
import { ask } from "../../../apollo/answers.ts";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { graphql } from "../../../gql/gql.ts";
import { InvitationsAdminPageDocument, type InvitationsAdminPageQuery } from "../../../gql/graphql.ts";
import { useInvitationsAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { csvOf } from "../../../platform/csv.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Link } from "../../../ui/Link.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import panels from "../../../ui/panels.module.css";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Time } from "../../../ui/Time.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { invitationTexts } from "../invitations.texts.ts";
import { InviteLink } from "../InviteLink.tsx";
import { useRevoke } from "../useRevoke.ts";
import { invitationsAdminTexts } from "./invitationsAdmin.texts.ts";
import { NewInvitationDialog } from "./NewInvitationDialog.tsx";

graphql(`
  query InvitationsAdminPage($first: Int!, $after: String) {
    invitations(first: $first, after: $after) {
      nodes {
        id
        code
        path
        state
        isOfficial
        maxUses
        useCount
        groupName
        createdAt
        expiresAt
        inviter {
          id
          nickname
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type Row = InvitationsAdminPageQuery["invitations"]["nodes"][number];
/** Rows of a page, and of one request of the export. */
const [ROWS, EXPORTED_ROWS] = [50, 100];
const FIRST = { first: ROWS, after: null as string | null };

/** `/admin/invitations` — the codes of all members; new ones for a group and for the site. */
function InvitationsAdminPage() {
  const t = useTexts(invitationsAdminTexts);
  const query = useInvitationsAdminPageQuery({ variables: FIRST, fetchPolicy: "cache-and-network" });
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<Row | null>(null);
  const words = useTexts(invitationTexts);
  const columns = useColumns(setShown);
  return (
    <AdminFrame page="invitations" actions={<ExportButton />}>
      <section className={`card ${panels.panel}`} aria-label={t.caption}>
        <div className={panels.head}>
          <Button size="sm" variant="primary" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        </div>
        <QueryView query={query}>
          {({ invitations: { nodes } }) => (
            <DataTable
              caption={t.caption}
              columns={columns}
              rows={nodes}
              empty={<EmptyState title={t.none} />}
              more={<LoadMore query={query} of="invitations" />}
            />
          )}
        </QueryView>
      </section>
      {isAdding && <NewInvitationDialog onClose={() => setAdding(false)} onCreated={() => query.refetch()} />}
      {shown && (
        <Sheet title={words.showOf(shown.code)} onClose={() => setShown(null)}>
          <InviteLink path={shown.path} />
        </Sheet>
      )}
    </AdminFrame>
  );
}

/** Saves all codes as a file. */
function ExportButton() {
  const t = useTexts(invitationsAdminTexts);
  const words = useTexts(invitationTexts);
  const client = useBrowserClient();
  const { act, isBusy } = useAct();
  const exportAll = () =>
    act(async () => {
      const rows: string[][] = [[t.code, t.by, t.group, t.state, t.uses, t.made, t.until]];
      const variables = { ...FIRST, first: EXPORTED_ROWS };
      do {
        const { data } = await client.query({
          query: InvitationsAdminPageDocument,
          variables,
          fetchPolicy: "no-cache",
        });
        const { nodes, pageInfo } = data!.invitations;
        for (const { code, isOfficial, inviter, groupName, state, useCount, maxUses, ...times } of nodes)
          rows.push([
            code,
            [inviter?.nickname, isOfficial && t.official].filter(Boolean).join(" · "),
            groupName ?? t.defaultGroup,
            words[state],
            words.used(useCount, maxUses ?? null),
            times.createdAt,
            times.expiresAt ?? words.endless,
          ]);
        variables.after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
      } while (variables.after !== null);
      saveFile(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), "invitations.csv");
    });
  return (
    <Button size="sm" loading={isBusy} onClick={() => void exportAll()}>
      {t.exportAll}
    </Button>
  );
}

function useColumns(onShow: (row: Row) => void): readonly Column<Row>[] {
  const t = useTexts(invitationsAdminTexts);
  const words = useTexts(invitationTexts);
  const revoke = useRevoke();
  return [
    { key: "code", header: t.code, nowrap: true, phone: "title", cell: ({ code }) => <code>{code}</code> },
    {
      key: "by",
      header: t.by,
      phone: "labelled",
      cell: ({ inviter, isOfficial }) => (
        <>
          {inviter && (
            <Link to={`/user/${inviter.id}`}>
              <bdi>{inviter.nickname}</bdi>
            </Link>
          )}
          {isOfficial && <div className={panels.quiet}>{t.official}</div>}
        </>
      ),
    },
    {
      key: "group",
      header: t.group,
      phone: "labelled",
      cell: ({ groupName }) => (groupName ? <bdi>{groupName}</bdi> : t.defaultGroup),
    },
    { key: "state", header: t.state, nowrap: true, cell: ({ state }) => words[state] },
    {
      key: "uses",
      header: t.uses,
      nowrap: true,
      cell: ({ useCount, maxUses }) => words.used(useCount, maxUses ?? null),
    },
    {
      key: "until",
      header: t.until,
      nowrap: true,
      quiet: true,
      phone: "labelled",
      cell: ({ expiresAt }) => (expiresAt ? <Time value={expiresAt} /> : words.endless),
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (row) =>
        row.state === "OPEN" && (
          <>
            <Button size="sm" aria-label={words.showOf(row.code)} onClick={() => onShow(row)}>
              {words.show}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              aria-label={words.revokeOf(row.code)}
              onClick={() => void revoke(row)}
            >
              {words.revoke}
            </Button>
          </>
        ),
    },
  ];
}

/** `/admin/invitations` for the table of addresses. */
export const invitationsAdminPage = definePage({
  Component: InvitationsAdminPage,
  needsLogin: true,
  queries: () => [ask(InvitationsAdminPageDocument, FIRST)],
});

import type { ApolloClient } from "@apollo/client";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  WithdrawalsAdminPageDocument,
  type WithdrawalDecision,
  type WithdrawalsAdminPageQuery,
  type WithdrawalState,
} from "../../../gql/graphql.ts";
import { useDecideWithdrawalMutation, useWithdrawalsAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { csvOf } from "../../../platform/csv.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import panels from "../../../ui/panels.module.css";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { withdrawalTexts } from "../withdrawals.texts.ts";
import type { OpenDecision } from "./DecisionDialog.tsx";
import { columnsOf, csvRow, WithdrawalColumns_row } from "./withdrawalColumns.tsx";

const DecisionDialog = lazy(() =>
  import("./DecisionDialog.tsx").then((m) => ({ default: m.DecisionDialog })),
);

graphql(`
  query WithdrawalsAdminPage($state: WithdrawalState, $userId: ID, $first: Int!, $after: String) {
    allWithdrawals(state: $state, userId: $userId, first: $first, after: $after) {
      nodes {
        id
        ...WithdrawalColumns_row
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  mutation DecideWithdrawal($input: DecideWithdrawalInput!) {
    decideWithdrawal(input: $input) {
      id
      state
      note
      decidedAt
    }
  }
`);

const PATH = "/admin/withdrawals";
const STATES: readonly WithdrawalState[] = ["PENDING", "APPROVED", "PAID", "REFUSED", "FAILED"];
/** Rows of a page, and of one request of the export. */
const [ROWS, EXPORTED_ROWS] = [50, 100];

const variablesOf = (search: URLSearchParams) => {
  const member = search.get("user");
  return {
    state: STATES.find((each) => each === search.get("state")) ?? null,
    userId: member && /^[1-9]\d{0,15}$/.test(member) ? member : null,
    first: ROWS,
    after: null as string | null,
  };
};

type Variables = ReturnType<typeof variablesOf>;

/** `/admin/withdrawals` — the withdrawals of all members by state: review, note of the payment by hand, export. */
function WithdrawalsAdminPage() {
  const t = useTexts(withdrawalTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { act } = useAct();
  const [decide] = useDecideWithdrawalMutation();
  const [open, setOpen] = useState<OpenDecision | null>(null);
  const variables = variablesOf(search);
  const query = useWithdrawalsAdminPageQuery({ variables, fetchPolicy: "cache-and-network" });

  const carryOut = (id: string, decision: WithdrawalDecision, note = "") =>
    act(
      async () => {
        try {
          await decide({ variables: { input: { id, decision, note } } });
        } finally {
          // Also after a refusal: somebody else was faster.
          setOpen(null);
          await query.refetch();
        }
      },
      { done: t.done },
    );
  return (
    <AdminFrame page="withdrawals" actions={<ExportButton variables={variables} />}>
      <section className={`card ${panels.panel}`} aria-label={t.all}>
        <div className={panels.head}>
          <Select
            label={t.state}
            hideLabel
            value={variables.state ?? ""}
            choices={[
              { value: "", label: t.anyState },
              ...STATES.map((value) => ({ value, label: t[value] })),
            ]}
            onValue={(value) => void navigate(value ? `${PATH}?state=${value}` : PATH, { replace: true })}
          />
          <p>{t.byHand}</p>
        </div>
        <QueryView query={query}>
          {({ allWithdrawals: { nodes } }) => (
            <DataTable
              caption={t.all}
              columns={columnsOf(t, (row, decision) =>
                decision === "APPROVE" ? void carryOut(row.id, decision) : setOpen({ ...row, decision }),
              )}
              rows={nodes.map((node) => readFragment(WithdrawalColumns_row, node))}
              empty={<EmptyState title={t.none} />}
              more={<LoadMore query={query} of="allWithdrawals" />}
            />
          )}
        </QueryView>
      </section>
      {open && (
        <Suspense>
          <DecisionDialog
            open={open}
            onDecide={(note) => carryOut(open.id, open.decision, note)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </AdminFrame>
  );
}

/** Saves all withdrawals of the filter as a file. */
function ExportButton({ variables }: { variables: Variables }) {
  const t = useTexts(withdrawalTexts);
  const client = useBrowserClient();
  const { act, isBusy } = useAct();
  const exportAll = () =>
    act(async () => {
      const rows: string[][] = [];
      let after: string | null = null;
      do {
        const page = await readPage(client, { ...variables, first: EXPORTED_ROWS, after });
        rows.push(...page.nodes.map((node) => csvRow(t, readFragment(WithdrawalColumns_row, node))));
        after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
      } while (after !== null);
      const heads = [
        t.number,
        t.member,
        t.state,
        t.amount,
        t.fee,
        t.arrives,
        t.account,
        t.note,
        t.created,
        t.decided,
      ];
      const text = csvOf([heads, ...rows]);
      saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), "withdrawals.csv");
    });

  return (
    <Button size="sm" loading={isBusy} onClick={() => void exportAll()}>
      {t.export}
    </Button>
  );
}

async function readPage(
  client: ApolloClient,
  variables: Variables,
): Promise<WithdrawalsAdminPageQuery["allWithdrawals"]> {
  const { data } = await client.query({
    query: WithdrawalsAdminPageDocument,
    variables,
    fetchPolicy: "no-cache",
  });
  return data!.allWithdrawals;
}

/** `/admin/withdrawals` for the table of addresses. */
export const withdrawalsAdminPage = definePage({
  Component: WithdrawalsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(WithdrawalsAdminPageDocument, variablesOf(search))],
});

import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { PaymentsPanelDocument, type PaymentsPanelQuery, type PaymentState } from "../../../gql/graphql.ts";
import { usePaymentsPanelQuery, useRefundPaymentMutation } from "../../../gql/hooks.ts";
import { type Locale, useTexts } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Link } from "../../../ui/Link.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import panels from "../../../ui/panels.module.css";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "../Payments.module.css";
import { paymentTexts } from "../payments.texts.ts";

const RefundDialog = lazy(() => import("./RefundDialog.tsx").then((m) => ({ default: m.RefundDialog })));

graphql(`
  query PaymentsPanel($state: PaymentState, $after: String) {
    payments(state: $state, first: 50, after: $after) {
      nodes {
        id
        number
        provider
        state
        outcome
        problem
        amountCents
        createdAt
        user {
          id
          nickname
        }
        order {
          id
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  mutation RefundPayment($input: RefundPaymentInput!) {
    refundPayment(input: $input) {
      id
      state
      problem
      outcome
    }
  }
`);

const PATH = "/admin/orders?view=payments";
const STATES: readonly PaymentState[] = ["PENDING", "PAID", "REFUNDING", "REFUNDED", "FAILED", "EXPIRED"];
const variablesOf = (search: URLSearchParams) => ({
  state: STATES.find((each) => each === search.get("state")) ?? null,
  after: null,
});

type Row = PaymentsPanelQuery["payments"]["nodes"][number];

/** Payments of all members from outside, by state, and their refunds: a part of the page of orders. */
export function PaymentsPanel() {
  const t = useTexts(paymentTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { act } = useAct();
  const [refund] = useRefundPaymentMutation();
  const [open, setOpen] = useState<Row | null>(null);
  const variables = variablesOf(search);
  const query = usePaymentsPanelQuery({ variables, fetchPolicy: "cache-and-network" });

  const carryOut = (id: string, reason: string) =>
    act(
      async () => {
        try {
          await refund({ variables: { input: { id, reason } } });
        } finally {
          setOpen(null);
          await query.refetch();
        }
      },
      { done: t.refunded },
    );
  return (
    <>
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
            onValue={(value) => void navigate(value ? `${PATH}&state=${value}` : PATH, { replace: true })}
          />
        </div>
        <QueryView query={query}>
          {({ payments: { nodes } }) => (
            <DataTable
              caption={t.all}
              columns={columnsOf(t, setOpen)}
              rows={nodes}
              empty={<EmptyState title={t.none} />}
              more={<LoadMore query={query} of="payments" />}
            />
          )}
        </QueryView>
      </section>
      {open && (
        <Suspense>
          <RefundDialog
            amountCents={open.amountCents}
            text={t.refundText}
            onRefund={(reason) => carryOut(open.id, reason)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: (typeof paymentTexts)[Locale], onRefund: (row: Row) => void): readonly Column<Row>[] {
  return [
    { key: "number", header: t.number, quiet: true, phone: "labelled", cell: ({ number }) => number },
    {
      key: "member",
      header: t.member,
      phone: "title",
      cell: ({ user }) =>
        user && (
          <Link to={`/admin/funds?user=${user.id}`}>
            <bdi>{user.nickname}</bdi>
          </Link>
        ),
    },
    {
      key: "purpose",
      header: t.purpose,
      phone: "labelled",
      cell: ({ order, outcome }) =>
        order ? t.order(order.id) + (outcome === "WALLET" ? t.keptInWallet : "") : t.topUpTitle,
    },
    {
      key: "provider",
      header: t.provider,
      nowrap: true,
      phone: "labelled",
      cell: ({ provider }) => t[provider],
    },
    {
      key: "state",
      header: t.state,
      cell: ({ state, problem }) => (
        <>
          {t[state]}
          {problem && <span className={classes.problem}>{t[problem]}</span>}
        </>
      ),
    },
    {
      key: "amount",
      header: t.amount,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ amountCents }) => moneyText(amountCents),
    },
    {
      key: "created",
      header: t.created,
      quiet: true,
      nowrap: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    {
      key: "actions",
      header: t.actions,
      cell: (row) =>
        row.state === "PAID" && (
          <Button size="sm" onClick={() => onRefund(row)}>
            {t.refund}
          </Button>
        ),
    },
  ];
}

/** The question of the panel at an address. */
export function paymentsAsk(search: URLSearchParams): Ask {
  return ask(PaymentsPanelDocument, variablesOf(search));
}

import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  OrdersAdminPageDocument,
  type OrderKind,
  type OrdersAdminPageQuery,
  type OrderState,
} from "../../../gql/graphql.ts";
import { useOrdersAdminPageQuery, useRefundOrderMutation } from "../../../gql/hooks.ts";
import { type Locale, useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
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
import { Tabs } from "../../../ui/Tabs.tsx";
import { Time } from "../../../ui/Time.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { PaymentsPanel, paymentsAsk } from "../../payments/admin/PaymentsPanel.tsx";
import { orderTexts } from "../orders.texts.ts";

const RefundDialog = lazy(() =>
  import("../../payments/admin/RefundDialog.tsx").then((m) => ({ default: m.RefundDialog })),
);

graphql(`
  query OrdersAdminPage($state: OrderState, $kind: OrderKind, $after: String) {
    orders(state: $state, kind: $kind, first: 50, after: $after) {
      nodes {
        id
        kind
        state
        method
        amountCents
        siteCents
        inviterCents
        createdAt
        inviter {
          id
          nickname
        }
        buyer {
          id
          nickname
        }
        group {
          id
          name
        }
        thread {
          id
          title
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
  mutation RefundOrder($input: RefundOrderInput!) {
    refundOrder(input: $input) {
      id
      state
    }
  }
`);

const PATH = "/admin/orders";
const KINDS: readonly OrderKind[] = [
  "THREAD",
  "ATTACHMENT",
  "TIP",
  "ONLOOKER",
  "REGISTRATION",
  "RENEWAL",
  "GROUP",
];
const STATES: readonly OrderState[] = ["PENDING", "PAID", "EXPIRED", "REFUNDED"];
const variablesOf = (search: URLSearchParams) => ({
  state: STATES.find((each) => each === search.get("state")) ?? null,
  kind: KINDS.find((each) => each === search.get("kind")) ?? null,
  after: null,
});

type Row = OrdersAdminPageQuery["orders"]["nodes"][number];

const isPayments = (search: URLSearchParams): boolean => search.get("view") === "payments";

/** `/admin/orders` — all orders, and the payments that came from outside. */
function OrdersAdminPage() {
  const t = useTexts(orderTexts);
  const [search] = useSearchParams();
  return (
    <AdminFrame page="orders">
      <Tabs
        label={t.views}
        current={isPayments(search) ? "payments" : "orders"}
        tabs={[
          { key: "orders", label: t.orders, to: PATH },
          { key: "payments", label: t.payments, to: `${PATH}?view=payments` },
        ]}
      />
      {isPayments(search) ? <PaymentsPanel /> : <OrdersPanel />}
    </AdminFrame>
  );
}

/** All orders, newest first, by state and kind, and the refunds of those that were paid from wallets. */
function OrdersPanel() {
  const t = useTexts(orderTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { act } = useAct();
  const [refund] = useRefundOrderMutation();
  const [open, setOpen] = useState<Row | null>(null);
  const variables = variablesOf(search);
  const query = useOrdersAdminPageQuery({ variables, fetchPolicy: "cache-and-network" });
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    void navigate(next.size > 0 ? `${PATH}?${next.toString()}` : PATH, { replace: true });
  };
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
    <section className={`card ${panels.panel}`} aria-label={t.orders}>
      <div className={panels.head}>
        <Select
          label={t.state}
          hideLabel
          value={variables.state ?? ""}
          choices={[{ value: "", label: t.anyState }, ...STATES.map((value) => ({ value, label: t[value] }))]}
          onValue={(value) => choose("state", value)}
        />
        <Select
          label={t.kind}
          hideLabel
          value={variables.kind ?? ""}
          choices={[
            { value: "", label: t.anyKind },
            ...KINDS.map((value) => ({ value, label: t[`kind${value}`] })),
          ]}
          onValue={(value) => choose("kind", value)}
        />
      </div>
      <QueryView query={query}>
        {({ orders: { nodes } }) => (
          <DataTable
            caption={t.orders}
            columns={columnsOf(t, setOpen)}
            rows={nodes}
            empty={<EmptyState title={t.noOrders} />}
            more={<LoadMore query={query} of="orders" />}
          />
        )}
      </QueryView>
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
    </section>
  );
}

/** Names what an order buys, with the way to it. */
function What({ order: { thread, group, kind } }: { order: Row }) {
  const t = useTexts(orderTexts);
  if (thread)
    return (
      <Link to={`/thread/${thread.id}`}>
        <bdi>{thread.title}</bdi>
      </Link>
    );
  if (group)
    return (
      <Link to={`/admin/groups/${group.id}`}>
        <bdi>{group.name}</bdi>
      </Link>
    );
  return kind === "REGISTRATION" || kind === "RENEWAL" ? t[`kind${kind}`] : t.gone;
}

/** The way to give an order back: here, or with the payment from outside that paid it. */
function RefundButton({ order, onRefund }: { order: Row; onRefund: (row: Row) => void }) {
  const t = useTexts(orderTexts);
  if (order.state !== "PAID") return null;
  if (order.method === "OUTSIDE") return <Link to={`${PATH}?view=payments`}>{t.toPayments}</Link>;
  return (
    <Button size="sm" onClick={() => onRefund(order)}>
      {t.refund}
    </Button>
  );
}

function moneyColumns(t: (typeof orderTexts)[Locale]): readonly Column<Row>[] {
  return [
    {
      key: "amount",
      header: t.amount,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ amountCents }) => moneyText(amountCents),
    },
    {
      key: "share",
      header: t.share,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ siteCents }) => moneyText(siteCents ?? 0),
    },
    {
      key: "inviter",
      header: t.inviter,
      numeric: true,
      nowrap: true,
      phone: ({ inviter }) => (inviter ? "labelled" : "hidden"),
      cell: ({ inviter, inviterCents }) =>
        inviter ? (
          <>
            {moneyText(inviterCents ?? 0)}{" "}
            <Link to={`/admin/funds?user=${inviter.id}`}>
              <bdi>{inviter.nickname}</bdi>
            </Link>
          </>
        ) : (
          "–"
        ),
    },
  ];
}

function columnsOf(t: (typeof orderTexts)[Locale], onRefund: (row: Row) => void): readonly Column<Row>[] {
  return [
    { key: "number", header: t.number, nowrap: true, quiet: true, phone: "labelled", cell: ({ id }) => id },
    {
      key: "what",
      header: t.what,
      phone: "title",
      cell: (order) => <What order={order} />,
    },
    {
      key: "buyer",
      header: t.buyer,
      phone: "labelled",
      cell: ({ buyer }) =>
        buyer && (
          <Link to={`/admin/funds?user=${buyer.id}`}>
            <bdi>{buyer.nickname}</bdi>
          </Link>
        ),
    },
    { key: "kind", header: t.kind, nowrap: true, phone: "labelled", cell: ({ kind }) => t[`kind${kind}`] },
    { key: "state", header: t.state, nowrap: true, cell: ({ state }) => t[state] },
    {
      key: "method",
      header: t.method,
      nowrap: true,
      phone: "labelled",
      cell: ({ method }) => (method ? t[method] : "–"),
    },
    ...moneyColumns(t),
    {
      key: "made",
      header: t.made,
      quiet: true,
      nowrap: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (order) => <RefundButton order={order} onRefund={onRefund} />,
    },
  ];
}

/** `/admin/orders` for the table of addresses. */
export const ordersAdminPage = definePage({
  Component: OrdersAdminPage,
  needsLogin: true,
  queries: ({ search }) => [
    isPayments(search) ? paymentsAsk(search) : ask(OrdersAdminPageDocument, variablesOf(search)),
  ],
});

import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { OrdersAdminPageDocument, type OrdersAdminPageQuery, type OrderState } from "../../../gql/graphql.ts";
import { useOrdersAdminPageQuery } from "../../../gql/hooks.ts";
import { type Locale, useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { moneyText } from "../../../platform/money.ts";
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

graphql(`
  query OrdersAdminPage($state: OrderState, $after: String) {
    orders(state: $state, first: 50, after: $after) {
      nodes {
        id
        kind
        state
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

const PATH = "/admin/orders";
const STATES: readonly OrderState[] = ["PENDING", "PAID", "EXPIRED", "REFUNDED"];
const variablesOf = (search: URLSearchParams) => ({
  state: STATES.find((each) => each === search.get("state")) ?? null,
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

/** All orders, newest first, by state. */
function OrdersPanel() {
  const t = useTexts(orderTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const variables = variablesOf(search);
  const query = useOrdersAdminPageQuery({ variables, fetchPolicy: "cache-and-network" });
  return (
    <section className={`card ${panels.panel}`} aria-label={t.orders}>
      <div className={panels.head}>
        <Select
          label={t.state}
          hideLabel
          value={variables.state ?? ""}
          choices={[{ value: "", label: t.anyState }, ...STATES.map((value) => ({ value, label: t[value] }))]}
          onValue={(value) => void navigate(value ? `${PATH}?state=${value}` : PATH, { replace: true })}
        />
      </div>
      <QueryView query={query}>
        {({ orders: { nodes } }) => (
          <DataTable
            caption={t.orders}
            columns={columnsOf(t)}
            rows={nodes}
            empty={<EmptyState title={t.noOrders} />}
            more={<LoadMore query={query} of="orders" />}
          />
        )}
      </QueryView>
    </section>
  );
}

function columnsOf(t: (typeof orderTexts)[Locale]): readonly Column<Row>[] {
  return [
    { key: "number", header: t.number, nowrap: true, quiet: true, phone: "labelled", cell: ({ id }) => id },
    {
      key: "what",
      header: t.what,
      phone: "title",
      cell: ({ thread, kind }) =>
        thread ? (
          <Link to={`/thread/${thread.id}`}>
            <bdi>{thread.title}</bdi>
          </Link>
        ) : kind === "REGISTRATION" || kind === "RENEWAL" ? (
          t[`kind${kind}`]
        ) : (
          t.gone
        ),
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
    {
      key: "made",
      header: t.made,
      quiet: true,
      nowrap: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
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

import { graphql } from "../../../gql/gql.ts";
import type { WithdrawalColumns_RowFragment, WithdrawalDecision } from "../../../gql/graphql.ts";
import type { Locale } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "../Withdrawals.module.css";
import type { withdrawalTexts } from "../withdrawals.texts.ts";

/** Fields of a withdrawal that the list and the export show. */
export const WithdrawalColumns_row = graphql(`
  fragment WithdrawalColumns_row on Withdrawal {
    id
    state
    amountCents
    feeCents
    receiveAccount
    note
    createdAt
    decidedAt
    user {
      id
      nickname
    }
  }
`);

/** A row of the list. */
export type WithdrawalRow = WithdrawalColumns_RowFragment;
type Decide = (row: WithdrawalRow, decision: WithdrawalDecision) => void;
type Texts = (typeof withdrawalTexts)[Locale];

/** Columns of the list of withdrawals; the last one has the decisions that a row allows. */
export function columnsOf(t: Texts, onDecide: Decide): readonly Column<WithdrawalRow>[] {
  return [
    { key: "number", header: t.number, nowrap: true, quiet: true, phone: "labelled", cell: ({ id }) => id },
    {
      key: "member",
      header: t.member,
      phone: "title",
      cell: ({ user }) =>
        user ? (
          <Link to={`/admin/funds?user=${user.id}`}>
            <bdi>{user.nickname}</bdi>
          </Link>
        ) : (
          t.gone
        ),
    },
    { key: "state", header: t.state, nowrap: true, cell: ({ state }) => t[state] },
    {
      key: "amount",
      header: t.arrives,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ amountCents, feeCents }) => moneyText(amountCents - feeCents),
    },
    {
      key: "fee",
      header: t.fee,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ feeCents }) => moneyText(feeCents),
    },
    {
      key: "account",
      header: t.account,
      phone: "labelled",
      className: classes.account,
      cell: ({ receiveAccount, note }) => (
        <>
          <bdi>{receiveAccount}</bdi>
          {note && (
            <div className={classes.note}>
              <bdi>{note}</bdi>
            </div>
          )}
        </>
      ),
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
      hideHeader: true,
      actions: true,
      cell: (row) => <Decisions t={t} row={row} onDecide={onDecide} />,
    },
  ];
}

/** Buttons for the decisions that a withdrawal allows. */
function Decisions({ t, row, onDecide }: { t: Texts; row: WithdrawalRow; onDecide: Decide }) {
  const button = (decision: WithdrawalDecision, label: string, isMain = false) => (
    <Button size="sm" variant={isMain ? "primary" : "default"} onClick={() => onDecide(row, decision)}>
      {label}
    </Button>
  );
  if (row.state === "PENDING")
    return (
      <>
        {button("APPROVE", t.APPROVE, true)} {button("REFUSE", t.REFUSE)}
      </>
    );
  if (row.state !== "APPROVED") return null;
  return (
    <>
      {button("PAID", t.markPAID, true)} {button("FAILED", t.markFAILED)}
    </>
  );
}

/** A row as the export has it: amounts without a sign of currency, times in UTC. */
export function csvRow(t: Texts, row: WithdrawalRow): string[] {
  const { id, state, amountCents, feeCents, receiveAccount, note, createdAt, decidedAt, user } = row;
  const plain = (cents: number): string => moneyText(cents).replace("¥", "").replaceAll(",", "");
  const amounts = [amountCents, feeCents, amountCents - feeCents].map(plain);
  return [
    id,
    user?.nickname ?? t.gone,
    t[state],
    ...amounts,
    receiveAccount,
    note,
    createdAt,
    decidedAt ?? "",
  ];
}

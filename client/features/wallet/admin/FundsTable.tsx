import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { FundsTable_EntryFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Time } from "../../../ui/Time.tsx";
import { walletTexts } from "../wallet.texts.ts";
import { fundsTexts } from "./funds.texts.ts";

const FundsTable_entry = graphql(`
  fragment FundsTable_entry on WalletEntry {
    id
    kind
    memo
    balanceChangeCents
    frozenChangeCents
    createdAt
    user {
      id
      nickname
    }
    actor {
      id
      nickname
    }
  }
`);

type Entry = FundsTable_EntryFragment;

interface Props {
  entries: readonly FragmentType<typeof FundsTable_entry>[];
  /** The end of the list. */
  more: ReactNode;
}

const changed = (cents: number) => (cents === 0 ? "–" : moneyText(cents, { signed: true }));

/** Movements of the wallets of members as rows. */
export function FundsTable({ entries: masked, more }: Props) {
  const entries = readFragment(FundsTable_entry, masked);
  const t = useTexts(fundsTexts);
  const words = useTexts(walletTexts);
  const columns: readonly Column<Entry>[] = [
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
    { key: "kind", header: t.kind, cell: ({ kind }) => words[kind] },
    {
      key: "change",
      header: t.change,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ balanceChangeCents }) => changed(balanceChangeCents),
    },
    {
      key: "frozen",
      header: t.frozenChange,
      numeric: true,
      nowrap: true,
      phone: ({ frozenChangeCents }) => (frozenChangeCents === 0 ? "hidden" : "labelled"),
      cell: ({ frozenChangeCents }) => changed(frozenChangeCents),
    },
    { key: "memo", header: t.memo, cell: ({ memo }) => memo && <bdi>{memo}</bdi> },
    {
      key: "by",
      header: t.by,
      quiet: true,
      phone: "labelled",
      cell: ({ actor }) => (actor ? <bdi>{actor.nickname}</bdi> : t.program),
    },
    {
      key: "when",
      header: t.when,
      quiet: true,
      nowrap: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <DataTable
      caption={t.entries}
      columns={columns}
      rows={entries}
      empty={<EmptyState title={t.nothing} />}
      more={more}
    />
  );
}

import { useState } from "react";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { WordUsesDocument, type WordUsesQuery } from "../../gql/graphql.ts";
import { useWordUsesQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { Time } from "../../ui/Time.tsx";
import panels from "../../ui/panels.module.css";
import { trialTexts } from "./trial.texts.ts";

graphql(`
  query WordUses($days: Int!) {
    stopWordUses(days: $days, first: 20) {
      word
      hits
      replaced
      heldBack
      refused
      lastAt
    }
  }
`);

type WordUse = WordUsesQuery["stopWordUses"][number];

const PERIODS = [7, 30, 365] as const;

/** The query of the panel, for the server. */
export const wordUsesAsk: Ask = ask(WordUsesDocument, { days: PERIODS[1] });

/** The words that were found most often in what members wanted to write. */
export function WordUses() {
  const t = useTexts(trialTexts);
  const [days, setDays] = useState<number>(PERIODS[1]);
  const query = useWordUsesQuery({ variables: { days } });
  const columns: readonly Column<WordUse>[] = [
    { key: "word", header: t.word, phone: "title", cell: ({ word }) => word },
    { key: "hits", header: t.hits, numeric: true, phone: "labelled", cell: ({ hits }) => hits },
    {
      key: "replaced",
      header: t.REPLACE,
      numeric: true,
      phone: "labelled",
      cell: ({ replaced }) => replaced,
    },
    { key: "heldBack", header: t.REVIEW, numeric: true, phone: "labelled", cell: ({ heldBack }) => heldBack },
    { key: "refused", header: t.BAN, numeric: true, phone: "labelled", cell: ({ refused }) => refused },
    { key: "last", header: t.last, quiet: true, nowrap: true, cell: ({ lastAt }) => <Time value={lastAt} /> },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-labelledby="uses">
      <div className={panels.head}>
        <h2 id="uses">{t.uses}</h2>
        <Select
          label={t.period}
          hideLabel
          value={String(days)}
          onValue={(value) => setDays(Number(value))}
          choices={PERIODS.map((period) => ({ value: String(period), label: t.days(period) }))}
        />
      </div>
      <QueryView query={query}>
        {({ stopWordUses }) => (
          <DataTable
            caption={t.uses}
            columns={columns}
            rows={stopWordUses}
            keyOf={({ word }) => word}
            empty={<p className={panels.empty}>{t.noUses}</p>}
          />
        )}
      </QueryView>
    </section>
  );
}

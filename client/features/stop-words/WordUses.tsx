import { useState } from "react";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { WordUsesDocument } from "../../gql/graphql.ts";
import { useWordUsesQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { Time } from "../../ui/Time.tsx";
import panels from "../admin/panels.module.css";
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

const PERIODS = [7, 30, 365] as const;

/** The query of the panel, for the server. */
export const wordUsesAsk: Ask = ask(WordUsesDocument, { days: PERIODS[1] });

/** The words that were found most often in what members wanted to write. */
export function WordUses() {
  const t = useTexts(trialTexts);
  const [days, setDays] = useState<number>(PERIODS[1]);
  const query = useWordUsesQuery({ variables: { days } });
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
        {({ stopWordUses }) =>
          stopWordUses.length === 0 ? (
            <p className={panels.empty}>{t.noUses}</p>
          ) : (
            <div className={panels.scroll} tabIndex={0} role="group" aria-label={t.uses}>
              <table className={panels.table}>
                <thead>
                  <tr>
                    <th scope="col">{t.word}</th>
                    <th scope="col" className={panels.number}>
                      {t.hits}
                    </th>
                    <th scope="col" className={panels.number}>
                      {t.REPLACE}
                    </th>
                    <th scope="col" className={panels.number}>
                      {t.REVIEW}
                    </th>
                    <th scope="col" className={panels.number}>
                      {t.BAN}
                    </th>
                    <th scope="col">{t.last}</th>
                  </tr>
                </thead>
                <tbody>
                  {stopWordUses.map(({ word, hits, replaced, heldBack, refused, lastAt }) => (
                    <tr key={word}>
                      <td>{word}</td>
                      <td className={panels.number}>{hits}</td>
                      <td className={panels.number}>{replaced}</td>
                      <td className={panels.number}>{heldBack}</td>
                      <td className={panels.number}>{refused}</td>
                      <td className={`${panels.quiet} ${panels.nowrap}`}>
                        <Time value={lastAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryView>
    </section>
  );
}

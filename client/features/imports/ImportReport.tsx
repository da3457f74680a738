import type { ReactNode } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { ImportCounts } from "./ImportCounts.tsx";
import type { ImportRun } from "./importRun.ts";
import classes from "./imports.module.css";
import { importsTexts } from "./imports.texts.ts";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Result of a dry run: numbers, changes, money and the people who can sign in. */
export function ImportReport({ run }: { run: ImportRun }) {
  const t = useTexts(importsTexts);
  const { counts, remarks, losses, money, administrators } = run;
  return (
    <>
      <Part title={t.comes}>
        <ImportCounts counts={counts} />
      </Part>
      <Part title={t.changes}>
        {remarks.length > 0 ? <ImportCounts counts={remarks} /> : <p>{t.noChanges}</p>}
      </Part>
      {losses.length > 0 && (
        <Part title={t.losses}>
          <ImportCounts counts={losses} />
        </Part>
      )}
      {money && (
        <Part title={t.money}>
          <dl className={classes.counts}>
            {(["sourceCents", "openedCents", "refusedCents"] as const).map((key) => (
              <div key={key}>
                <dt>{t[key]}</dt>
                <dd>{moneyText(money[key])}</dd>
              </div>
            ))}
            <div>
              <dt>{t.differences}</dt>
              <dd>{money.differences}</dd>
            </div>
          </dl>
        </Part>
      )}
      <Part title={t.administrators}>
        <p>
          {administrators.length > 0 ? t.administratorsText(administrators.join("、")) : t.noAdministrators}
        </p>
      </Part>
      <ReportLinks run={run} />
    </>
  );
}

/** Links to the report, where there is one; documents of the server, not pages of the client. */
export function ReportLinks({ run }: { run: ImportRun }) {
  const t = useTexts(importsTexts);
  if (!run.hasReport) return null;
  return (
    <p className={classes.links}>
      <a href="/import-report" target="_blank" rel="noreferrer">
        {t.report}
        {t.reportNote}
      </a>
      <a href="/import-report?format=json" download>
        {t.json}
      </a>
    </p>
  );
}

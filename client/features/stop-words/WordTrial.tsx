import "@mantine/core/styles/Progress.layer.css";
import { Progress } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { StopWordTrialKind } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import panels from "../../ui/panels.module.css";
import { Label } from "../../ui/Label.tsx";
import { postHref, threadHref } from "../reading/threadAddress.ts";
import { trialTexts } from "./trial.texts.ts";
import { type Finding, type Trial, useWordTrial } from "./useWordTrial.ts";
import classes from "./WordTrial.module.css";

const KINDS: readonly StopWordTrialKind[] = ["THREADS", "REPLIES", "MEMBERS"];
/** Choices for the number of newest texts of each kind. */
const AMOUNTS = [500, 2_000, 10_000] as const;
const TONES = { BAN: "danger", REVIEW: "warning", REPLACE: "accent", IGNORE: "accent" } as const;

interface Props {
  /** Lines as of an import; null for the list in use. */
  lines: readonly string[] | null;
}

/** Tries words on what members wrote last: counts by word and action, with places to look at. */
export function WordTrial({ lines }: Props) {
  const t = useTexts(trialTexts);
  const [kind, setKind] = useState<StopWordTrialKind | "ALL">("ALL");
  const [last, setLast] = useState<number>(AMOUNTS[0]);
  const { trial, start, stop } = useWordTrial(lines);
  const isRunning = trial.state === "running";
  return (
    <div className={classes.trial}>
      <div className={panels.row}>
        <Select
          label={t.kind}
          hideLabel
          value={kind}
          onValue={(value) => setKind(value as StopWordTrialKind | "ALL")}
          choices={(["ALL", ...KINDS] as const).map((value) => ({ value, label: t[value] }))}
          disabled={isRunning}
        />
        <Select
          label={t.amount}
          hideLabel
          value={String(last)}
          onValue={(value) => setLast(Number(value))}
          choices={AMOUNTS.map((amount) => ({ value: String(amount), label: t.newest(amount) }))}
          disabled={isRunning}
        />
        {isRunning ? (
          <Button onClick={stop}>{t.stop}</Button>
        ) : (
          <Button variant="primary" onClick={() => void start(kind === "ALL" ? KINDS : [kind], last)}>
            {trial.state === "idle" ? t.start : t.again}
          </Button>
        )}
      </div>
      <p className={classes.note}>{t.note}</p>
      {trial.state !== "idle" && (
        <>
          <Progress value={progressOf(trial)} aria-label={t.progress} />
          <p role="status" className={classes.summary}>
            {t[trial.state]} {t.looked(trial.looked, trial.words)}
            {trial.dropped > 0 && ` ${t.dropped(trial.dropped)}`}{" "}
            {trial.state !== "running" && trial.findings.length === 0 && t.nothing}
          </p>
          <Findings findings={trial.findings} />
        </>
      )}
    </div>
  );
}

/** Share of the texts that were looked at, in per cent. */
function progressOf({ state, looked, wanted }: Trial): number {
  return state === "done" ? 100 : (100 * looked) / Math.max(1, wanted);
}

/** Words shown at once; further ones are counted. */
const SHOWN_MAX = 100;

function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts(trialTexts);
  if (findings.length === 0) return null;
  return (
    <>
      <ul className={classes.findings}>
        {findings.slice(0, SHOWN_MAX).map((finding) => (
          <li key={`${finding.field} ${finding.word}`}>
            <details>
              <summary>
                <strong>{finding.word}</strong>
                <Label tone={TONES[finding.action]}>{t[finding.action]}</Label>
                <span className={classes.where}>{t[finding.field]}</span>
                <span className={classes.count}>{t.times(finding.count, finding.texts)}</span>
              </summary>
              <ol className={classes.examples}>
                {finding.examples.map((example, index) => (
                  <li key={index}>
                    <span>
                      {example.before}
                      <mark>{example.found}</mark>
                      {example.after}
                    </span>
                    <Link to={placeOf(example)} target="_blank">
                      {t.look}
                    </Link>
                  </li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN_MAX && <p className={classes.note}>{t.more(findings.length - SHOWN_MAX)}</p>}
    </>
  );
}

function placeOf({ userId, threadId, number }: Finding["examples"][number]): string {
  if (userId) return `/user/${userId}`;
  return number ? postHref(threadId!, number) : threadHref(threadId!);
}

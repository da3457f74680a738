import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useTryContentCheckMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { CheckFindings } from "./CheckFindings.tsx";
import { checkTexts, serviceTexts } from "./checks.texts.ts";
import classes from "./CheckTrial.module.css";

graphql(`
  mutation TryContentCheck($text: String!) {
    tryContentCheck(text: $text) {
      service
      verdict
      problem
      durationMs
      findings {
        ...CheckFindings_finding
      }
    }
  }
`);

interface Props {
  /** Nothing of the settings of checks waits to be saved, so that the trial says what is shown. */
  isSaved: boolean;
}

/** Sends a sample to the service that checks content, and shows the answer. */
export function CheckTrial({ isSaved }: Props) {
  const t = useTexts(checkTexts);
  const [text, setText] = useState(t.sampleText);
  const { act, isBusy } = useAct();
  const [send, { data }] = useTryContentCheckMutation();
  return (
    <div className={classes.trial}>
      <Input value={text} onValue={setText} aria-label={t.sample} maxLength={500} />
      <Button
        size="sm"
        loading={isBusy}
        disabled={!isSaved || text.trim() === ""}
        onClick={() => void act(() => send({ variables: { text } }))}
      >
        {t.trial}
      </Button>
      {!isSaved && <small className={classes.note}>{t.trialUnsaved}</small>}
      {isSaved && data && <Answer {...data.tryContentCheck} />}
    </div>
  );
}

type Trial = NonNullable<ReturnType<typeof useTryContentCheckMutation>[1]["data"]>["tryContentCheck"];

function Answer({ service, verdict, problem, durationMs, findings }: Trial) {
  const t = useTexts(checkTexts);
  const services = useTexts(serviceTexts);
  const verdicts = { PASS: t.passed, REVIEW: t.review, BLOCK: t.block } as const;
  if (!service || !verdict)
    return (
      <p role="status" className={classes.note}>
        {problem === "NOT_CONFIGURED" ? t.notConfigured : t.problem(problem)}
      </p>
    );
  return (
    <p role="status" className={classes.note}>
      {verdicts[verdict](services[service])} <CheckFindings findings={findings} /> {t.duration(durationMs)}
    </p>
  );
}

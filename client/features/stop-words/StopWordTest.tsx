import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CensoredField, StopWordTestQuery } from "../../gql/graphql.ts";
import { useStopWordTestLazyQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import panels from "../../ui/panels.module.css";
import { Label } from "../../ui/Label.tsx";
import { stopWordsTexts } from "./stopWords.texts.ts";

graphql(`
  query StopWordTest($text: String!, $field: CensoredField!) {
    stopWordTest(text: $text, field: $field) {
      action
      text
      words
    }
  }
`);

const FIELDS: readonly CensoredField[] = ["BODY", "TITLE", "USERNAME", "NICKNAME", "SIGNATURE", "DIALOG"];

/** Tries the filter on a text, without saving anything. */
export function StopWordTest() {
  const t = useTexts(stopWordsTexts);
  const [text, setText] = useState("");
  const [field, setField] = useState<CensoredField>("BODY");
  const [verdict, setVerdict] = useState<StopWordTestQuery["stopWordTest"] | null>(null);
  const [check, { loading }] = useStopWordTestLazyQuery({ fetchPolicy: "network-only" });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await act(async () => {
      const { data, error } = await check({ variables: { text, field } });
      if (!data) throw error instanceof Error ? error : new Error("No answer.");
      setVerdict(data.stopWordTest);
    });
  };
  return (
    <section className={`card ${panels.panel}`} aria-labelledby="try">
      <div className={panels.head}>
        <h2 id="try">{t.test}</h2>
      </div>
      <form className={panels.body} onSubmit={(event) => void submit(event)}>
        <Field multiline label={t.testText} rows={3} value={text} onValue={setText} />
        <div className={panels.row}>
          <Select
            label={t.field}
            hideLabel
            value={field}
            onValue={(value) => setField(value as CensoredField)}
            choices={FIELDS.map((value) => ({ value, label: t[value] }))}
          />
          <Button type="submit" loading={loading} disabled={text === ""}>
            {t.check}
          </Button>
        </div>
        <div role="status">
          {verdict && (
            <>
              <p>
                <Label>{t[verdict.action]}</Label>{" "}
                {verdict.words.length > 0 ? t.found(verdict.words.join(", ")) : t.clean}
              </p>
              {verdict.action === "REPLACE" && <pre className={panels.pre}>{verdict.text}</pre>}
            </>
          )}
        </div>
      </form>
    </section>
  );
}

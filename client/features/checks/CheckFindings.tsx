import { Fragment } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Label } from "../../ui/Label.tsx";
import { checkTexts, labelTexts } from "./checks.texts.ts";

const CheckFindings_finding = graphql(`
  fragment CheckFindings_finding on ContentCheckFinding {
    label
    detail
    score
    words
    isPicture
  }
`);

interface Props {
  findings: readonly FragmentType<typeof CheckFindings_finding>[];
}

/** Findings of an outside service: subjects with their scores, and the words that they are about. */
export function CheckFindings({ findings: masked }: Props) {
  const findings = readFragment(CheckFindings_finding, masked);
  const t = useTexts(checkTexts);
  const labels = useTexts(labelTexts);
  return findings.map(({ label, detail, score, words, isPicture }) => (
    <Fragment key={`${label} ${detail} ${isPicture}`}>
      <span title={detail}>
        <Label tone="warning">
          {isPicture ? t.picture(labels[label]) : labels[label]} {score}
        </Label>
      </span>{" "}
      {words.length > 0 && <small>{t.words(words.join(t.separator))} </small>}
    </Fragment>
  ));
}

import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Label } from "../../../ui/Label.tsx";
import { CheckEvidence } from "../../checks/CheckEvidence.tsx";
import { basisTexts, evidenceTexts, holdTexts, signTexts } from "./evidence.texts.ts";
import { Note } from "./Note.tsx";

const Evidence_item = graphql(`
  fragment Evidence_item on ReviewItem {
    heldBecause
    spamScore
    spamSigns {
      kind
      points
      count
    }
    contentCheck {
      ...CheckEvidence_check
    }
    reportScore {
      score
      count
      newcomers
    }
    reportWeight {
      points
      basis
      upheld
      dismissed
    }
  }
`);

/** Why the rules let an item wait, the signs of spam with their points, and the score of its reports. */
export function Evidence({ item: masked }: { item: FragmentType<typeof Evidence_item> }) {
  const { heldBecause, spamScore, spamSigns, contentCheck, reportScore, reportWeight } = readFragment(
    Evidence_item,
    masked,
  );
  const t = useTexts(evidenceTexts);
  const holds = useTexts(holdTexts);
  const signs = useTexts(signTexts);
  const bases = useTexts(basisTexts);
  return (
    <>
      {heldBecause && <Note>{holds[heldBecause]}</Note>}
      {spamSigns.length > 0 && (
        <Note>
          <small>{t.spamScore(spamScore)}</small>{" "}
          {spamSigns.map(({ kind, points, count }) => (
            <Label key={kind} tone="warning">
              {signs[kind](count)} +{points}
            </Label>
          ))}
        </Note>
      )}
      {contentCheck && (
        <Note>
          <CheckEvidence check={contentCheck} />
        </Note>
      )}
      {reportScore && (
        <Note>
          <small>{t.reportScore(reportScore.score, reportScore.count, reportScore.newcomers)}</small>
          {reportWeight && <small>{t.weight(reportWeight.points, bases[reportWeight.basis])}</small>}
          {reportWeight && <small>{t.record(reportWeight.upheld, reportWeight.dismissed)}</small>}
        </Note>
      )}
    </>
  );
}

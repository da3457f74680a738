import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { CheckFindings } from "./CheckFindings.tsx";
import { checkTexts, serviceTexts } from "./checks.texts.ts";

const CheckEvidence_check = graphql(`
  fragment CheckEvidence_check on ContentCheck {
    state
    service
    verdict
    findings {
      ...CheckFindings_finding
    }
  }
`);

/** Answer of the outside service about a text: service, verdict and findings; or that there is none. */
export function CheckEvidence({ check: masked }: { check: FragmentType<typeof CheckEvidence_check> }) {
  const { state, service, verdict, findings } = readFragment(CheckEvidence_check, masked);
  const t = useTexts(checkTexts);
  const services = useTexts(serviceTexts);
  const verdicts = { PASS: t.passed, REVIEW: t.review, BLOCK: t.block } as const;
  return (
    <>
      {state === "WAITING" && <small>{t.waiting}</small>}
      {state === "FAILED" && <small>{t.failed}</small>}
      {state === "DONE" && service && verdict && <small>{verdicts[verdict](services[service])}</small>}{" "}
      <CheckFindings findings={findings} />
    </>
  );
}

import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { AgreementPageDocument } from "../../gql/graphql.ts";
import { useAgreementPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Html } from "../../ui/Html.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import classes from "./AccountForm.module.css";
import { agreementOf } from "./agreementPath.ts";
import { sessionTexts } from "./session.texts.ts";

graphql(`
  query AgreementPage($kind: AgreementKind!) {
    agreement(kind: $kind) {
      bodyHtml
    }
  }
`);

/** `/user/agreement?type=` — the terms (`register`) or the privacy policy (`privacy`) as the owner wrote them. */
function AgreementPage() {
  const t = useTexts(sessionTexts);
  const [search] = useSearchParams();
  const kind = agreementOf(search);
  const query = useAgreementPageQuery({ variables: { kind } });
  const title = kind === "PRIVACY" ? t.privacyTitle : t.termsTitle;
  return (
    <article className={`card ${classes.document}`}>
      <PageHead title={title} noIndex />
      <QueryView query={query} optional={["agreement"]}>
        {({ agreement }) =>
          agreement ? (
            <>
              <h1>{title}</h1>
              <Html html={agreement.bodyHtml} />
            </>
          ) : (
            <EmptyState isWholePage title={t.noAgreement} />
          )
        }
      </QueryView>
    </article>
  );
}

/** `/user/agreement` for the table of addresses. */
export const agreementPage = definePage({
  Component: AgreementPage,
  queries: ({ search }) => [ask(AgreementPageDocument, { kind: agreementOf(search) })],
});

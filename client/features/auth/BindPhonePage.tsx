import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { BindPhonePageDocument } from "../../gql/graphql.ts";
import { useBindPhonePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import classes from "./AccountForm.module.css";
import { bindPhoneTexts } from "./bindPhone.texts.ts";
import { BindPhoneForm } from "./BindPhoneForm.tsx";
import { useNextAddress } from "./useNextAddress.ts";

graphql(`
  query BindPhonePage {
    viewer {
      id
      phone
    }
  }
`);

/** `/user/bind-phone` — binds a phone where publishing needs one, and leads back to what was interrupted. */
function BindPhonePage() {
  const t = useTexts(bindPhoneTexts);
  const { site } = useViewer();
  const back = useNextAddress();
  const query = useBindPhonePageQuery();
  if (!site.signInModes.includes("PHONE_CODE"))
    return <Notice title={t.offTitle} text={t.offText} to="/" label={t.home} />;
  return (
    <QueryView query={query} optional={["viewer"]}>
      {({ viewer }) =>
        viewer?.phone ? (
          <Notice title={t.boundTitle} text={viewer.phone} to="/my/settings#phone" label={t.change} />
        ) : (
          <section className={`card ${classes.card}`}>
            <PageHead title={t.title} noIndex />
            <h1 className={classes.title}>{t.title}</h1>
            <p className={classes.lead}>{t.lead}</p>
            <BindPhoneForm onBound={() => returnToAddress(back)} />
          </section>
        )
      }
    </QueryView>
  );
}

function Notice({ title, text, to, label }: { title: string; text: string; to: string; label: string }) {
  return (
    <div className="card">
      <PageHead title={title} noIndex />
      <EmptyState
        isWholePage
        title={title}
        text={text}
        action={
          <Button variant="primary" to={to}>
            {label}
          </Button>
        }
      />
    </div>
  );
}

/** `/user/bind-phone` for the table of addresses. */
export const bindPhonePage = definePage({
  Component: BindPhonePage,
  needsLogin: true,
  queries: () => [ask(BindPhonePageDocument, {})],
});

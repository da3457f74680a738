import { useSearchParams } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { useAnswerAuthorizationRequestMutation, useAuthorizePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import { oauthTexts } from "./oauth.texts.ts";
import classes from "./tokens.module.css";
import { tokensTexts } from "./tokens.texts.ts";

graphql(`
  query AuthorizePage($id: ID!) {
    authorizationRequest(id: $id) {
      name
      host
      areas
      mayWrite
      mayKnowEmail
    }
  }
`);
graphql(`
  mutation AnswerAuthorizationRequest($id: ID!, $isAllowed: Boolean!) {
    answerAuthorizationRequest(id: $id, isAllowed: $isAllowed)
  }
`);

/** `/my/authorize` — what an application asks a member to allow. */
function AuthorizePage() {
  const t = useTexts(oauthTexts);
  const [search] = useSearchParams();
  const id = search.get("request");
  return (
    <>
      <PageHead title={t.title} noIndex />
      {id === null ? <Failed /> : <Request id={id} />}
    </>
  );
}

function Failed() {
  const t = useTexts(oauthTexts);
  return (
    <div className="card">
      <EmptyState
        isWholePage
        title={t.failed}
        text={t.failedText}
        action={
          <Button variant="primary" to="/">
            {t.home}
          </Button>
        }
      />
    </div>
  );
}

function Request({ id }: { id: string }) {
  const t = useTexts(oauthTexts);
  const tokens = useTexts(tokensTexts);
  const { viewer } = useViewer();
  const { data, error } = useAuthorizePageQuery({ variables: { id }, fetchPolicy: "no-cache" });
  const [answer] = useAnswerAuthorizationRequestMutation();
  const { act, isBusy } = useAct();
  if (error) return <Failed />;
  if (!data) return <LoadingBlock />;
  const { name, host, areas, mayWrite, mayKnowEmail } = data.authorizationRequest;
  const decide = (isAllowed: boolean) =>
    act(async () => {
      const { data } = await answer({ variables: { id, isAllowed } });
      location.assign(data!.answerAuthorizationRequest);
    });
  return (
    <section className={`card ${classes.consent}`} aria-label={t.title}>
      <h1 className={classes.consentTitle}>{t.asks(name)}</h1>
      <p className={classes.hint}>
        {t.as} <bdi>{viewer?.nickname}</bdi>
      </p>
      <p>{t.may}</p>
      <ul className={classes.consentList}>
        <li>{t.mayKnow}</li>
        {mayKnowEmail && <li>{t.mayKnowEmail}</li>}
        {areas.map((area) => (
          <li key={area}>
            {mayWrite ? t.writes : t.reads}
            {tokens[area]} ({tokens[`${area}Hint`]})
          </li>
        ))}
      </ul>
      <p className={classes.hint}>{t.goesTo(host)}</p>
      <div className={classes.consentButtons}>
        <Button loading={isBusy} onClick={() => void decide(false)}>
          {t.refuse}
        </Button>
        <Button variant="primary" loading={isBusy} onClick={() => void decide(true)}>
          {t.allow}
        </Button>
      </div>
    </section>
  );
}

/** `/my/authorize` for the table of addresses. */
export const authorizePage = definePage({ Component: AuthorizePage, needsLogin: true });

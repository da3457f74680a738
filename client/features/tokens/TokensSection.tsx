import { graphql } from "../../gql/gql.ts";
import { useTokensSectionQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AllowedApplications } from "./AllowedApplications.tsx";
import { TokenFacts } from "./TokenFacts.tsx";
import classes from "./tokens.module.css";
import { tokensTexts } from "./tokens.texts.ts";
import { useTokenActions } from "./useTokenActions.tsx";

graphql(`
  query TokensSection {
    accessTokens {
      id
      name
      ...TokenFacts_token
    }
    allowedApplications {
      id
      ...AllowedApplications_application
    }
  }
`);

/** The member's own tokens: making, rotating and revoking them. */
export function TokensSection() {
  const t = useTexts(tokensTexts);
  const query = useTokensSectionQuery();
  const actions = useTokenActions(false, query.refetch);
  return (
    <QueryView query={query}>
      {({ accessTokens, allowedApplications }) => (
        <>
          <section className={`card ${classes.card}`} aria-label={t.title}>
            <p className={classes.hint}>{t.lead}</p>
            {accessTokens.length === 0 && <p className={classes.hint}>{t.none}</p>}
            {accessTokens.map((token) => (
              <div key={token.id} className={classes.line}>
                <div className={classes.grow}>
                  <p className={classes.name}>
                    <bdi>{token.name}</bdi>
                  </p>
                  <TokenFacts token={token} className={classes.hint} />
                </div>
                <div className={classes.buttons}>
                  <Button
                    size="sm"
                    aria-label={t.rotateOf(token.name)}
                    onClick={() => void actions.rotate(token)}
                  >
                    {t.rotate}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={t.revokeOf(token.name)}
                    onClick={() => void actions.revoke(token)}
                  >
                    {t.revoke}
                  </Button>
                </div>
              </div>
            ))}
            <div className={classes.foot}>
              <Button variant="primary" onClick={actions.create}>
                {t.add}
              </Button>
            </div>
            {actions.dialogs}
          </section>
          <AllowedApplications
            applications={allowedApplications}
            onRevoke={(app) => void actions.revoke(app)}
          />
        </>
      )}
    </QueryView>
  );
}

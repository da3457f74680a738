import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Time } from "../../ui/Time.tsx";
import { oauthTexts } from "./oauth.texts.ts";
import classes from "./tokens.module.css";
import { tokensTexts } from "./tokens.texts.ts";

const AllowedApplications_application = graphql(`
  fragment AllowedApplications_application on AllowedApplication {
    id
    name
    areas
    mayWrite
    createdAt
    lastUsedAt
  }
`);

interface Props {
  applications: readonly FragmentType<typeof AllowedApplications_application>[];
  onRevoke: (application: { id: string; name: string }) => void;
}

/** Applications of others that the member allowed; nothing if there are none. */
export function AllowedApplications({ applications, onRevoke }: Props) {
  const t = useTexts(oauthTexts);
  const tokens = useTexts(tokensTexts);
  if (applications.length === 0) return null;
  return (
    <section className={`card ${classes.card} ${classes.more}`} aria-label={t.allowedTitle}>
      <h2 className={classes.name}>{t.allowedTitle}</h2>
      <p className={classes.hint}>{t.allowedLead}</p>
      {applications.map((given) => {
        const { id, name, areas, mayWrite, createdAt, lastUsedAt } = readFragment(
          AllowedApplications_application,
          given,
        );
        const scope = [mayWrite ? tokens.writes : tokens.reads, ...areas.map((area) => tokens[area])];
        return (
          <div key={id} className={classes.line}>
            <div className={classes.grow}>
              <p className={classes.name}>
                <bdi>{name}</bdi>
              </p>
              <p className={classes.hint}>{areas.length === 0 ? t.onlyKnows : scope.join(" · ")}</p>
              <p className={classes.hint}>
                <Time value={createdAt} />
                {" · "}
                {lastUsedAt ? (
                  <>
                    {tokens.lastUsed} <Time value={lastUsedAt} />
                  </>
                ) : (
                  tokens.neverUsed
                )}
              </p>
            </div>
            <Button size="sm" aria-label={tokens.revokeOf(name)} onClick={() => onRevoke({ id, name })}>
              {tokens.revoke}
            </Button>
          </div>
        );
      })}
    </section>
  );
}

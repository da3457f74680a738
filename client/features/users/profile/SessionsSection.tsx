import { graphql } from "../../../gql/gql.ts";
import { useMySessionsQuery, useRevokeSessionMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { useConfirm } from "../../../ui/confirm.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { deviceName } from "../../../platform/deviceName.ts";
import classes from "../rows.module.css";
import { userTexts } from "../users.texts.ts";

graphql(`
  query MySessions {
    sessions {
      id
      client
      userAgent
      createdAt
      lastSeenAt
      isCurrent
    }
  }
`);
graphql(`
  mutation RevokeSession($id: ID!) {
    revokeSession(id: $id)
  }
`);

/** Lists the sessions of the member; other devices can be signed out from here. */
export function SessionsSection() {
  const t = useTexts(userTexts);
  const confirm = useConfirm();
  const query = useMySessionsQuery();
  const [revoke] = useRevokeSessionMutation();

  const signOut = async (id: string) => {
    if (!(await confirm({ title: t.revokeQuestion, action: t.revoke, danger: true }))) return;
    await act(() => revoke({ variables: { id } }), {
      done: t.revoked,
      reread: query.refetch,
      key: `revokeSession ${id}`,
    });
  };

  return (
    <QueryView query={query}>
      {({ sessions }) => (
        <ul>
          {sessions.map((session) => (
            <li key={session.id} className={classes.row}>
              <div className={classes.text}>
                <p className={classes.title}>
                  {session.client === "API"
                    ? t.apiClient
                    : (deviceName(session.userAgent) ?? t.unknownDevice)}
                  {session.isCurrent && <span className={classes.badge}>{t.thisDevice}</span>}
                </p>
                <p className={classes.meta}>
                  {t.lastSeen} <Time value={session.lastSeenAt} />
                </p>
              </div>
              {!session.isCurrent && (
                <Button size="sm" onClick={() => void signOut(session.id)}>
                  {t.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

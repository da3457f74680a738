import { graphql } from "../../gql/gql.ts";
import {
  useDevicesSectionQuery,
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { deviceName } from "../../platform/deviceName.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "./settings.module.css";
import { settingsTexts } from "./settings.texts.ts";

graphql(`
  query DevicesSection {
    sessions {
      id
      client
      userAgent
      place
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
graphql(`
  mutation RevokeOtherSessions {
    revokeOtherSessions
  }
`);

/** Devices on which the member is signed in; each can be signed out from here, or all others at once. */
export function DevicesSection() {
  const t = useTexts(settingsTexts);
  const confirm = useConfirm();
  const query = useDevicesSectionQuery();
  const [revoke] = useRevokeSessionMutation();
  const [revokeOthers] = useRevokeOtherSessionsMutation();

  const signOut = async (id: string) => {
    if (!(await confirm({ title: t.revokeQuestion, action: t.revoke, danger: true }))) return;
    await act(() => revoke({ variables: { id } }), {
      done: t.revoked,
      reread: query.refetch,
      key: `revokeSession ${id}`,
    });
  };
  const signOutOthers = async () => {
    if (!(await confirm({ title: t.revokeOthersQuestion, action: t.revokeOthers, danger: true }))) return;
    await act(() => revokeOthers(), { done: t.revoked, reread: query.refetch, key: "revokeOtherSessions" });
  };

  return (
    <QueryView query={query}>
      {({ sessions }) => (
        <section className={`card ${classes.card}`} aria-label={t.devices}>
          {sessions.map((session) => (
            <div key={session.id} className={classes.line}>
              <div className={classes.grow}>
                <p className={classes.name}>
                  {session.client === "API"
                    ? t.apiClient
                    : (deviceName(session.userAgent) ?? t.unknownDevice)}
                  {session.isCurrent && <span className={classes.badge}>{t.thisDevice}</span>}
                </p>
                <p className={classes.hint}>
                  {session.place && `${t.place} ${session.place} · `}
                  {t.lastSeen} <Time value={session.lastSeenAt} /> · {t.since}{" "}
                  <Time value={session.createdAt} />
                </p>
              </div>
              {!session.isCurrent && (
                <Button size="sm" onClick={() => void signOut(session.id)}>
                  {t.revoke}
                </Button>
              )}
            </div>
          ))}
          <div className={classes.line}>
            {sessions.some(({ isCurrent }) => !isCurrent) ? (
              <Button variant="danger" onClick={() => void signOutOthers()}>
                {t.revokeOthers}
              </Button>
            ) : (
              <p className={classes.hint}>{t.onlyThis}</p>
            )}
          </div>
        </section>
      )}
    </QueryView>
  );
}

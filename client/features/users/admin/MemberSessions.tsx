import { graphql } from "../../../gql/gql.ts";
import {
  useEndMemberSessionMutation,
  useEndMemberSessionsMutation,
  useMemberSessionsQuery,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { deviceName } from "../../../platform/deviceName.ts";
import { MemberPart, useMemberWork } from "./MemberPart.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";
import classes from "./MemberSessions.module.css";

graphql(`
  query MemberSessions($userId: ID!) {
    userSessions(userId: $userId) {
      id
      client
      userAgent
      createdAt
      lastSeenAt
    }
  }
`);
graphql(`
  mutation EndMemberSession($userId: ID!, $sessionId: ID!) {
    endUserSession(userId: $userId, sessionId: $sessionId)
  }
`);
graphql(`
  mutation EndMemberSessions($userId: ID!) {
    endUserSessions(userId: $userId)
  }
`);

/** Where a member is signed in; each device, or all, can be signed out. Nobody can be signed in again from here. */
export function MemberSessions({ userId }: { userId: string }) {
  const t = useTexts(membersAdminTexts);
  const work = useMemberWork();
  const query = useMemberSessionsQuery({ variables: { userId }, fetchPolicy: "cache-and-network" });
  const [endOne] = useEndMemberSessionMutation();
  const [endAll] = useEndMemberSessionsMutation();
  const end = (sessionId: string) =>
    work.run(async () => {
      await endOne({ variables: { userId, sessionId } });
      await query.refetch();
      return t.ended(1);
    });
  return (
    <MemberPart
      title={t.sessions}
      work={work}
      buttons={
        <Button
          loading={work.isBusy}
          disabled={query.data?.userSessions.length === 0}
          onClick={() =>
            work.run(async () => {
              const { data } = await endAll({ variables: { userId } });
              await query.refetch();
              return t.ended(data?.endUserSessions ?? 0);
            })
          }
        >
          {t.endSessions}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ userSessions }) =>
          userSessions.length === 0 ? (
            <p className={classes.meta}>{t.noSessions}</p>
          ) : (
            <ul className={classes.list}>
              {userSessions.map((session) => {
                const device =
                  session.client === "API" ? t.program : (deviceName(session.userAgent) ?? t.unknownDevice);
                return (
                  <li key={session.id}>
                    <span title={session.userAgent}>{device}</span>
                    <span className={classes.meta}>
                      {t.lastSeen} <Time value={session.lastSeenAt} />
                    </span>
                    <Button size="sm" aria-label={t.endOf(device)} onClick={() => end(session.id)}>
                      {t.end}
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryView>
    </MemberPart>
  );
}

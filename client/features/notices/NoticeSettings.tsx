import { graphql } from "../../gql/gql.ts";
import { useNoticeSettingsQuery } from "../../gql/hooks.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import classes from "./NoticeSettings.module.css";
import { PushCard } from "./PushCard.tsx";

graphql(`
  query NoticeSettings {
    pushPublicKey
    pushDevices {
      id
      userAgent
      createdAt
      lastUsedAt
      isCurrent
    }
  }
`);

/** What a member hears of, through which channels, and when. */
export function NoticeSettings() {
  const query = useNoticeSettingsQuery();
  return (
    <QueryView query={query}>
      {({ pushPublicKey, pushDevices }) => (
        <div className={classes.page}>
          <PushCard publicKey={pushPublicKey} devices={pushDevices} onChanged={query.refetch} />
        </div>
      )}
    </QueryView>
  );
}

import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { NotificationSettings_EmailFragment } from "../../../gql/graphql.ts";
import {
  useNotificationSettingsQuery,
  useRemoveEmailMutation,
  useSetEmailMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useProven } from "../../../session/useProven.tsx";
import { Link } from "../../../ui/Link.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { WatchList } from "../../watches/WatchList.tsx";
import { EmailCard } from "./EmailCard.tsx";
import classes from "./NotificationSettings.module.css";
import { NOTIFICATION_SETTINGS } from "./notificationAnchors.ts";
import { notificationSettingsTexts } from "./notificationSettings.texts.ts";
import { PushCard, type PushCard_device } from "./PushCard.tsx";
import { QuietCard } from "./QuietCard.tsx";
import { type ChannelColumn, TopicGrid } from "./TopicGrid.tsx";
import { type Preferences, usePreferences, UsePreferences_preferences } from "./usePreferences.ts";

graphql(`
  query NotificationSettings {
    viewer {
      id
      ...NotificationSettings_email
      notificationPreferences {
        ...UsePreferences_preferences
      }
    }
    pushPublicKey
    pushDevices {
      id
      ...PushCard_device
    }
  }
`);
const NotificationSettings_email = graphql(`
  fragment NotificationSettings_email on User {
    id
    email
    emailVerifiedAt
    pendingEmail
    emailSuppressedAt
  }
`);
graphql(`
  mutation SetEmail($email: String!) {
    setEmail(email: $email) {
      ...NotificationSettings_email
    }
  }
`);
graphql(`
  mutation RemoveEmail {
    removeEmail {
      ...NotificationSettings_email
    }
  }
`);

/** Choice of what a member hears of, through which channels, and when. */
export function NotificationSettings() {
  const query = useNotificationSettingsQuery();
  return (
    <QueryView query={query}>
      {({ viewer, pushPublicKey, pushDevices }) => (
        <div className={classes.page}>
          <Choices
            viewer={readFragment(NotificationSettings_email, viewer)}
            preferences={readFragment(UsePreferences_preferences, viewer.notificationPreferences!)}
            devices={pushDevices}
            publicKey={pushPublicKey}
            onDevices={query.refetch}
          />
        </div>
      )}
    </QueryView>
  );
}

interface Props {
  viewer: NotificationSettings_EmailFragment;
  preferences: Preferences;
  devices: readonly FragmentType<typeof PushCard_device>[];
  publicKey: string;
  onDevices: () => Promise<unknown>;
}

function Choices({ viewer, preferences, devices, publicKey, onDevices }: Props) {
  const t = useTexts(notificationSettingsTexts);
  const { choose, set } = usePreferences(viewer.id, preferences);
  const [setEmail] = useSetEmailMutation();
  const [removeEmail] = useRemoveEmailMutation();
  const [proven, dialog] = useProven();
  const { availableChannels, digest, mutedUntil, showText } = preferences;
  const hasEmail = availableChannels.includes("EMAIL");
  const columns = useColumns({ viewer, availableChannels, hasDevices: devices.length > 0 });

  return (
    <>
      <section className={`card ${classes.card}`} aria-labelledby="notifications-grid-title">
        <h2 id="notifications-grid-title" className={classes.title}>
          {t.gridTitle}
        </h2>
        <p className={classes.hint}>{t.gridHint}</p>
        <TopicGrid
          rows={preferences.rows}
          columns={columns}
          onChoice={(topic, channel, isOn) => void choose(topic, channel, isOn)}
        />
      </section>
      <QuietCard
        mutedUntil={mutedUntil ?? null}
        showsText={showText}
        onQuiet={(until) => void set({ mutedUntil: until })}
        onShowsText={(shows) => void set({ showText: shows })}
      />
      <PushCard publicKey={publicKey} devices={devices} onChanged={onDevices} />
      {hasEmail && (
        <EmailCard
          email={{
            address: viewer.emailVerifiedAt ? (viewer.email ?? null) : null,
            pending: viewer.pendingEmail || null,
            isSuppressed: Boolean(viewer.emailSuppressedAt),
          }}
          digest={digest}
          onAddress={(email) => proven(() => setEmail({ variables: { email } }))}
          onRemove={() => proven(() => removeEmail())}
          onDigest={(value) => void set({ digest: value })}
        />
      )}
      <WatchList />
      {dialog}
    </>
  );
}

interface Reach {
  viewer: Props["viewer"];
  availableChannels: Preferences["availableChannels"];
  hasDevices: boolean;
}

/** Names the channels, each with the obstacle because of which nothing reaches the member through it. */
function useColumns({ viewer, availableChannels, hasDevices }: Reach): ChannelColumn[] {
  const t = useTexts(notificationSettingsTexts);
  const toCard = (id: string, text: string) => (
    <Link to={`${NOTIFICATION_SETTINGS}#${id}`} replace>
      {text}
    </Link>
  );
  const emailObstacle = () => {
    if (!availableChannels.includes("EMAIL")) return t.noEmailSite;
    if (viewer.emailSuppressedAt)
      return (
        <>
          {t.emailStopped} {toCard("notifications-email", t.setEmail)}
        </>
      );
    if (viewer.emailVerifiedAt) return null;
    return (
      <>
        {t.noEmail} {toCard("notifications-email", t.setEmail)}
      </>
    );
  };
  return [
    { channel: "SITE", obstacle: null },
    { channel: "EMAIL", obstacle: emailObstacle() },
    {
      channel: "PUSH",
      obstacle: hasDevices ? null : (
        <>
          {t.noPush} {toCard("notifications-push", t.setPush)}
        </>
      ),
    },
    ...(["SMS", "WECHAT"] as const)
      .filter((channel) => availableChannels.includes(channel))
      .map((channel) => ({ channel, obstacle: null })),
  ];
}

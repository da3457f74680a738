import type { ReactNode } from "react";
import type { NotificationChannel, NotificationTopic } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { usePage } from "../../../platform/page.ts";
import { Switch } from "../../../ui/Switch.tsx";
import { topicAnchor } from "./notificationAnchors.ts";
import classes from "./NotificationSettings.module.css";
import { notificationSettingsTexts } from "./notificationSettings.texts.ts";

/** A column of the grid. */
export interface ChannelColumn {
  channel: NotificationChannel;
  /** Why nothing can be chosen in it, with the way to change that; null if it can. */
  obstacle: ReactNode | null;
}

/** Channels through which a member is notified of a topic. */
export interface TopicRow {
  topic: NotificationTopic;
  channels: readonly NotificationChannel[];
}

/** Topics whose notifications on the site cannot be turned off. */
const ALWAYS_ON_SITE: ReadonlySet<NotificationTopic> = new Set(["SYSTEM", "MODERATION"]);

interface Props {
  rows: readonly TopicRow[];
  columns: readonly ChannelColumn[];
  onChoice: (topic: NotificationTopic, channel: NotificationChannel, isOn: boolean) => void;
}

const obstacleId = (channel: NotificationChannel): string => `notifications-no-${channel.toLowerCase()}`;

/** Topics by channels: a table at a desk, a list of cards on a phone. What cannot be chosen says why. */
export function TopicGrid({ rows, columns, onChoice }: Props) {
  const t = useTexts(notificationSettingsTexts);
  const isPhone = usePage().platform === "h5";
  const obstacles = columns.filter(({ obstacle }) => obstacle !== null);

  const choice = ({ topic, channels }: TopicRow, { channel, obstacle }: ChannelColumn) => {
    const isFixed = channel === "SITE" && ALWAYS_ON_SITE.has(topic);
    return (
      <Switch
        label={isPhone ? t[channel] : t.cell(t[topic], t[channel])}
        aria-label={t.cell(t[topic], t[channel])}
        hideLabel={!isPhone}
        title={isFixed ? t.alwaysOn : undefined}
        checked={isFixed || (obstacle === null && channels.includes(channel))}
        disabled={isFixed || obstacle !== null}
        aria-describedby={obstacle === null ? undefined : obstacleId(channel)}
        onChecked={(isOn) => onChoice(topic, channel, isOn)}
      />
    );
  };
  const about = (topic: NotificationTopic) => (
    <>
      <span className={classes.name}>{t[topic]}</span>
      <span className={classes.about}>{t[`${topic}_about`]}</span>
    </>
  );

  return (
    <>
      {isPhone ? (
        <ul className={classes.topics}>
          {rows.map((row) => (
            <li key={row.topic} id={topicAnchor(row.topic)} className={classes.topic}>
              <div>{about(row.topic)}</div>
              <div className={classes.choices}>
                {columns.map((column) => (
                  <span key={column.channel}>{choice(row, column)}</span>
                ))}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <table className={classes.grid}>
          <caption className="visually-hidden">{t.gridTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{t.topic}</th>
              {columns.map(({ channel }) => (
                <th key={channel} scope="col">
                  {t[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.topic} id={topicAnchor(row.topic)}>
                <th scope="row">{about(row.topic)}</th>
                {columns.map((column) => (
                  <td key={column.channel}>{choice(row, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {obstacles.length > 0 && (
        <ul className={classes.obstacles}>
          {obstacles.map(({ channel, obstacle }) => (
            <li key={channel} id={obstacleId(channel)}>
              <b>{t[channel]}</b> {obstacle}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import type { ReactNode } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Link } from "../../ui/Link.tsx";
import { Time } from "../../ui/Time.tsx";
import { useClock } from "../../platform/clock.tsx";
import classes from "./HealthPanel.module.css";
import { healthTexts } from "./health.texts.ts";

const HealthPanel_health = graphql(`
  fragment HealthPanel_health on SiteHealth {
    version
    database
    sendsMail
    databaseBytes
    freeBytes
    diskBytes
    backupAt
    backupBytes
    backupProvenAt
    backupFailedAt
    queued
    failed
    online {
      count
      withinMinutes
      members {
        id
        nickname
        avatarUrl
      }
    }
  }
`);

const GIGABYTE = 1_073_741_824;
const MEGABYTE = 1_048_576;
/** Less free room than this share of the disk is worth a look. */
const LOW_SHARE = 0.1;
const DAY_MS = 86_400_000;
/** Older backups than this are worth a look, in days. */
const BACKUP_DAYS = 7;
/** More due deliveries than this do not come from the last seconds alone. */
const QUEUE_MAX = 500;

/** State of mail, storage, backups and queue, with what to do where something is wrong, and who is here now. */
export function HealthPanel({ health: masked }: { health: FragmentType<typeof HealthPanel_health> }) {
  const health = readFragment(HealthPanel_health, masked);
  const t = useTexts(healthTexts);
  const locale = useLocale();
  const { now } = useClock();
  const size = (bytes: number): string => {
    const [value, unit] = bytes >= GIGABYTE ? [bytes / GIGABYTE, "GB"] : [bytes / MEGABYTE, "MB"];
    return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
  };
  const { backupAt, backupBytes, backupProvenAt, backupFailedAt, queued, failed, online } = health;
  const isBackedUp = backupAt !== null && backupAt !== undefined;
  const isRecent = isBackedUp && now - Date.parse(backupAt) < BACKUP_DAYS * DAY_MS;
  return (
    <section className={`card ${classes.panel}`} aria-labelledby="health">
      <h2 id="health">{t.title}</h2>
      <dl className={classes.facts}>
        <Fact name={t.mail} isWell={health.sendsMail}>
          {health.sendsMail ? t.mailOn : <Link to="/admin/settings?section=mail">{t.mailOff}</Link>}
        </Fact>
        <Fact name={t.storage} isWell={health.freeBytes > health.diskBytes * LOW_SHARE}>
          {t.free(size(health.freeBytes), size(health.diskBytes))}
          <small>{t.databaseSize(size(health.databaseBytes))}</small>
        </Fact>
        <Fact name={t.backup} isWell={isRecent && !backupFailedAt}>
          {isBackedUp ? <Time value={backupAt} /> : t.noBackup}
          {typeof backupBytes === "number" && <small>{size(backupBytes)}</small>}
          {backupProvenAt && (
            <small>
              {t.backupProven} <Time value={backupProvenAt} />
            </small>
          )}
          {backupFailedAt && (
            <small>
              {t.backupFailed} <Time value={backupFailedAt} />
            </small>
          )}
          {!isRecent && <small>{t.backupHint}</small>}
        </Fact>
        <Fact name={t.queue} isWell={failed === 0 && queued < QUEUE_MAX}>
          {t.queued(queued)}
          {failed > 0 && <small>{t.failed(failed)}</small>}
        </Fact>
        <Fact name={t.version} isWell>
          Luntan {health.version}
          <small>{health.database}</small>
        </Fact>
      </dl>
      <div className={classes.online}>
        <p>
          <strong>{online.count}</strong> {t.online(online.count, online.withinMinutes)}
        </p>
        <ul>
          {online.members.map((member) => (
            <li key={member.id}>
              <Avatar name={member.nickname} src={member.avatarUrl} userId={member.id} size={28} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Fact({ name, isWell, children }: { name: string; isWell: boolean; children: ReactNode }) {
  const t = useTexts(healthTexts);
  return (
    <div data-well={isWell || undefined}>
      <dt>
        {name}
        <span className="visually-hidden">{isWell ? t.well : t.look}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

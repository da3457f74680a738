import { useTexts } from "../../../i18n/texts.ts";
import { useClock } from "../../../platform/clock.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { dateText, fullTimeText } from "../../../ui/timeText.ts";
import classes from "./NotificationSettings.module.css";
import { notificationSettingsTexts } from "./notificationSettings.texts.ts";
import { type QuietSpan, quietUntil } from "./quiet.ts";

interface Props {
  mutedUntil: string | null;
  showsText: boolean;
  onQuiet: (until: string | null) => void;
  onShowsText: (shows: boolean) => void;
}

const SPANS: readonly (readonly [QuietSpan, "quietHour" | "quietTomorrow" | "quietYear"])[] = [
  ["hour", "quietHour"],
  ["tomorrow", "quietTomorrow"],
  ["year", "quietYear"],
];

/** Being left alone for a while, and how much letters tell. */
export function QuietCard({ mutedUntil, showsText, onQuiet, onShowsText }: Props) {
  const t = useTexts(notificationSettingsTexts);
  const clock = useClock();
  const now = new Date(clock.now);
  const until = mutedUntil === null ? null : new Date(mutedUntil);
  const isQuiet = until !== null && until > now;

  // Until the browser took over nobody knows in which zone the member lives.
  const when = (time: Date) =>
    `${t.quietUntil} ${clock.isLive ? fullTimeText(time) : dateText(time, clock.now, false)}`;

  return (
    <section
      className={`card ${classes.card}`}
      id="notifications-quiet"
      aria-labelledby="notifications-quiet-title"
    >
      <h2 id="notifications-quiet-title" className={classes.title}>
        {t.quietTitle}
      </h2>
      <p className={classes.hint}>{t.quietHint}</p>
      <div className={classes.line}>
        {isQuiet ? (
          <>
            <p role="status" className={classes.name}>
              {when(until)}
            </p>
            <Button onClick={() => onQuiet(null)}>{t.quietEnd}</Button>
          </>
        ) : (
          <div className={classes.buttons} role="group" aria-label={t.quietTitle}>
            {SPANS.map(([span, text]) => (
              <Button key={span} onClick={() => onQuiet(quietUntil(span, new Date()).toISOString())}>
                {t[text]}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className={classes.line}>
        <div>
          <p className={classes.name} id="notifications-text">
            {t.showText}
          </p>
          <p className={classes.hint} id="notifications-text-hint">
            {t.showTextHint}
          </p>
        </div>
        <Switch
          label={t.showText}
          hideLabel
          aria-describedby="notifications-text-hint"
          checked={showsText}
          onChecked={onShowsText}
        />
      </div>
    </section>
  );
}

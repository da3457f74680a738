import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { graphql } from "../../../gql/gql.ts";
import type { ProfileActivityQuery } from "../../../gql/graphql.ts";
import { useProfileActivityQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Select } from "../../../ui/Select.tsx";
import { dayText } from "../../../ui/timeText.ts";
import classes from "./Activity.module.css";
import { SEEN_PLACE } from "./ProfileFacts.tsx";
import { activityTexts } from "./activity.texts.ts";

graphql(`
  query ProfileActivity($id: ID!, $year: Int!) {
    user(id: $id) {
      id
      lastSeenOn
      activity(year: $year) {
        day
        threads
        posts
      }
    }
  }
`);

const DAY_MS = 86_400_000;
/** Deeds from which a day has the next stronger colour. */
const LEVELS = [1, 3, 6, 10] as const;

type Day = NonNullable<ProfileActivityQuery["user"]>["activity"][number];

interface Props {
  user: { readonly id: string; readonly createdAt: string };
}

/** A member's year as a calendar of days, coloured by threads and replies; and the day on which they were here last. */
export function ActivityCalendar({ user: { id, createdAt } }: Props) {
  const t = useTexts(activityTexts);
  const present = new Date().getFullYear();
  const joined = Math.min(present, new Date(createdAt).getFullYear());
  const [year, setYear] = useState(present);
  const { data, previousData } = useProfileActivityQuery({ variables: { id, year } });
  const user = (data ?? previousData)?.user;
  if (!user) return null;
  const days = data?.user?.activity ?? [];
  const sum = (of: "threads" | "posts") => days.reduce((total, day) => total + day[of], 0);
  const summary = t.summary(year, sum("threads"), sum("posts"), days.length);
  const seen = document.getElementById(SEEN_PLACE);
  const years = Array.from({ length: present - joined + 1 }, (_, index) => present - index);
  return (
    <>
      <header className={classes.head}>
        <p className={classes.summary}>{summary}</p>
        {years.length > 1 && (
          <Select
            label={t.years}
            hideLabel
            className={classes.year}
            value={String(year)}
            choices={years.map((each) => ({ value: String(each), label: t.earlier(each) }))}
            onValue={(value) => setYear(Number(value))}
          />
        )}
      </header>
      <Grid year={year} days={days} summary={summary} isPresent={year === present} />
      {seen && user.lastSeenOn && createPortal(t.lastSeen(spokenDay(user.lastSeenOn, t)), seen)}
    </>
  );
}

function spokenDay(day: string, t: { readonly today: string; readonly yesterday: string }): string {
  const now = new Date();
  // The site's day may be ahead of the reader's.
  if (day >= dayText(now)) return t.today;
  return day === dayText(new Date(now.getTime() - DAY_MS)) ? t.yesterday : day;
}

interface GridProps {
  year: number;
  days: readonly Day[];
  summary: string;
  /** The year is not over: the end of the calendar is shown first where it does not fit. */
  isPresent: boolean;
}

/** Weeks as columns from Monday to Sunday. */
function Grid({ year, days, summary, isPresent }: GridProps) {
  const t = useTexts(activityTexts);
  const scroller = useRef<HTMLDivElement>(null);
  const first = Date.UTC(year, 0, 1);
  const count = (Date.UTC(year + 1, 0, 1) - first) / DAY_MS;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const byDay = new Map(days.map((day) => [day.day, day]));
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const passed = (Date.now() - first) / (count * DAY_MS);
    box.scrollLeft = isPresent ? box.scrollWidth * passed - box.clientWidth * 0.9 : 0;
  }, [first, count, isPresent]);
  return (
    <div className={classes.scroller} ref={scroller} tabIndex={0} role="group" aria-label={t.title}>
      <div className={classes.grid} role="img" aria-label={summary}>
        {Array.from({ length: before }, (_, index) => (
          <span key={`before ${index}`} />
        ))}
        {Array.from({ length: count }, (_, index) => {
          const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
          const { threads = 0, posts = 0 } = byDay.get(day) ?? {};
          const level = LEVELS.filter((least) => threads + posts >= least).length;
          const title = level > 0 ? t.day(day, threads, posts) : day;
          return <span key={day} className={classes.day} data-level={level || undefined} title={title} />;
        })}
      </div>
    </div>
  );
}

import { useTexts } from "../../../i18n/texts.ts";
import { useLoaded } from "../../../ui/useLoaded.ts";
import classes from "./Activity.module.css";
import { activityTexts } from "./activity.texts.ts";

const load = () => import("./ActivityCalendar.tsx").then((m) => m.ActivityCalendar);

interface Props {
  user: { readonly id: string; readonly createdAt: string };
}

/** Place of a member's year; the browser asks for it, since programs that read the page do not need it. */
export function ActivitySlot({ user }: Props) {
  const t = useTexts(activityTexts);
  const [Calendar] = useLoaded(load, true);
  return (
    <section className={`card ${classes.slot}`} aria-label={t.title}>
      {Calendar && <Calendar key={user.id} user={user} />}
    </section>
  );
}

import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { useLoaded } from "../../ui/useLoaded.ts";
import classes from "./CheckIn.module.css";
import { checkInTexts } from "./checkIns.texts.ts";

const load = () => import("./CheckInCard.tsx").then((m) => m.CheckInCard);

/** Place of a member's check-in: the browser asks how it stands, so that the page stays that of many. */
export function CheckInSlot() {
  const { viewer } = useViewer();
  const t = useTexts(checkInTexts);
  const isShown = viewer !== null && viewer.status !== "BANNED";
  const [Card] = useLoaded(load, isShown);
  if (!isShown) return null;
  return (
    <section className={`card ${classes.slot}`} aria-label={t.title}>
      {Card && <Card />}
    </section>
  );
}

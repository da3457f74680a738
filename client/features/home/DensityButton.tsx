import { useBrowserClient } from "../../apollo/browserClient.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { usePreferences } from "../../platform/preferences.ts";
import { useViewer } from "../../session/useViewer.ts";
import { lateAct } from "../../ui/lateAct.ts";
import { IconLayoutList, IconMenu2 } from "../../ui/icons.tsx";
import classes from "./ListFilters.module.css";
import { homeTexts } from "./home.texts.ts";

const ICON_PX = 19;

/** Switches between cards and two lines; the choice of a member holds on all their devices. */
export function DensityButton() {
  const t = useTexts(homeTexts);
  const { density } = usePage();
  const { chooseDensity } = usePreferences();
  const { viewer } = useViewer();
  const client = useBrowserClient();
  const isCompact = density === "compact";
  const label = isCompact ? t.showCards : t.showCompact;
  const Icon = isCompact ? IconLayoutList : IconMenu2;
  const choose = (): void => {
    chooseDensity(isCompact ? "cards" : "compact");
    if (!viewer) return;
    const chosen = isCompact ? "CARDS" : "COMPACT";
    void lateAct(() => import("./storeDensity.ts").then((m) => m.storeDensity(client, chosen)));
  };
  return (
    <button className={classes.density} type="button" aria-label={label} title={label} onClick={choose}>
      <Icon size={ICON_PX} aria-hidden="true" />
    </button>
  );
}

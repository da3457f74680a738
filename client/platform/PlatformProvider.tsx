import { type ReactNode, useEffect, useMemo, useState } from "react";
import { setCookie } from "./cookies.ts";
import {
  type ColorScheme,
  type Density,
  PageContext,
  type Platform,
  type TextSize,
  usePage,
} from "./page.ts";
import { PreferencesContext } from "./preferences.ts";

/** From this width on a window is a desk's, in CSS pixels. */
export const DESK_WIDTH = 800;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|webOS|BlackBerry|IEMobile|Opera Mini|HarmonyOS/i;
const PREFERENCE_DAYS = 365;

/** A phone's browser gets h5, other browsers pc; then a narrow window makes it h5, a wide upright one pc. */
export function detectPlatform(userAgent: string, width: number, isLandscape: boolean): Platform {
  const byAgent: Platform = MOBILE_AGENT.test(userAgent) ? "h5" : "pc";
  if (byAgent === "pc") return width < DESK_WIDTH ? "h5" : "pc";
  return !isLandscape && width >= DESK_WIDTH ? "pc" : "h5";
}

/** Starts with what the server decided, then follows the window and what the person chooses. */
export function PlatformProvider({ children }: { children: ReactNode }) {
  const given = usePage();
  const [platform, setPlatform] = useState(given.platform);
  const [colorScheme, setColorScheme] = useState(given.colorScheme);
  const [textSize, setTextSize] = useState(given.textSize);
  const [density, setDensity] = useState(given.density);

  useEffect(() => {
    const detect = () => {
      const isLandscape = matchMedia("(orientation: landscape)").matches;
      const detected = detectPlatform(navigator.userAgent, window.innerWidth, isLandscape);
      setPlatform(detected);
      document.documentElement.dataset.platform = detected;
      // The next page comes in the right layout at once.
      setCookie("platform", detected, PREFERENCE_DAYS);
    };
    detect();
    const media = matchMedia(`(width < ${DESK_WIDTH}px)`);
    media.addEventListener("change", detect);
    return () => media.removeEventListener("change", detect);
  }, []);

  const settings = useMemo(
    () => ({ ...given, platform, colorScheme, textSize, density }),
    [given, platform, colorScheme, textSize, density],
  );
  const preferences = useMemo(
    () => ({
      chooseColorScheme(chosen: ColorScheme) {
        setCookie("color_scheme", chosen, PREFERENCE_DAYS);
        document.documentElement.dataset.scheme = chosen;
        setColorScheme(chosen);
      },
      chooseTextSize(chosen: TextSize) {
        setCookie("text_size", chosen, PREFERENCE_DAYS);
        document.documentElement.dataset.text = chosen;
        setTextSize(chosen);
      },
      chooseDensity(chosen: Density) {
        setCookie("density", chosen, PREFERENCE_DAYS);
        setDensity(chosen);
      },
    }),
    [],
  );

  return (
    <PreferencesContext value={preferences}>
      <PageContext value={settings}>{children}</PageContext>
    </PreferencesContext>
  );
}

import { useLocation } from "react-router-dom";
import { useLocale, useTexts } from "../i18n/texts.ts";
import { setCookie } from "../platform/cookies.ts";
import { type ColorScheme, usePage } from "../platform/page.ts";
import { usePreferences } from "../platform/preferences.ts";
import { IconDeviceDesktop, IconMoon, IconSun } from "../ui/icons.tsx";
import classes from "./HeaderTools.module.css";
import { layoutTexts } from "./layout.texts.ts";

const NEXT: Record<ColorScheme, ColorScheme> = { auto: "light", light: "dark", dark: "auto" };
const ICON = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };
const LOCALE_DAYS = 365;

/** Goes through light, dark and "as the device". */
export function ThemeButton() {
  const t = useTexts(layoutTexts);
  const { colorScheme } = usePage();
  const { chooseColorScheme } = usePreferences();
  const names: Record<ColorScheme, string> = { auto: t.themeAuto, light: t.themeLight, dark: t.themeDark };
  const label = t.themeNow(names[colorScheme]);
  const Icon = ICON[colorScheme];
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={() => chooseColorScheme(NEXT[colorScheme])}
    >
      <Icon size={19} stroke={1.8} />
    </button>
  );
}

/** Leads to the same page in the other language; a link, so it works without scripts too. */
export function LanguageLink() {
  const t = useTexts(layoutTexts);
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const other = locale === "en" ? "zh-CN" : "en";
  const query = new URLSearchParams(search);
  query.set("lang", other);
  const choose = () => setCookie("locale", other, LOCALE_DAYS);
  return (
    <a
      className={classes.tool}
      href={`${pathname}?${query.toString()}`}
      hrefLang={other}
      lang={other}
      aria-label={t.language}
      title={t.language}
      rel="nofollow"
      onClick={choose}
    >
      {t.languageShort}
    </a>
  );
}

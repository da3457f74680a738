import { useLocation } from "react-router-dom";
import { useLocale, useTexts } from "../i18n/texts.ts";
import { setCookie } from "../platform/cookies.ts";
import { type ColorScheme, usePage } from "../platform/page.ts";
import { usePreferences } from "../platform/preferences.ts";
import { IconDeviceDesktop, IconMoon, IconSun } from "../ui/icons.tsx";
import classes from "./HeaderTools.module.css";
import { layoutTexts } from "./layout.texts.ts";

const ICON = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };
const LOCALE_DAYS = 365;

/** Colours of the device and the others, then its own again: the first step is always one that is seen. */
function colorSchemeAfter(colorScheme: ColorScheme): ColorScheme {
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const [own, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  if (colorScheme === "auto") return other;
  return colorScheme === other ? own : "auto";
}

/** Names the colours of the page, and goes through light, dark and "as the device". */
export function useColorScheme() {
  const t = useTexts(layoutTexts);
  const { colorScheme } = usePage();
  const { chooseColorScheme } = usePreferences();
  const names: Record<ColorScheme, string> = { auto: t.themeAuto, light: t.themeLight, dark: t.themeDark };
  return {
    label: t.themeNow(names[colorScheme]),
    Icon: ICON[colorScheme],
    change: () => chooseColorScheme(colorSchemeAfter(colorScheme)),
  };
}

/** Goes through light, dark and "as the device". */
export function ThemeButton() {
  const { label, Icon, change } = useColorScheme();
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} onClick={change}>
      <Icon size={19} stroke={1.8} />
    </button>
  );
}

/** Gives the language that the page is not in, and the way to the same page in it. */
export function useOtherLanguage() {
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const other = locale === "en" ? "zh-CN" : "en";
  const query = new URLSearchParams(search);
  query.set("lang", other);
  const href = `${pathname}?${query.toString()}`;
  const choose = () => setCookie("locale", other, LOCALE_DAYS);
  return {
    other,
    href,
    choose,
    change() {
      choose();
      location.assign(href);
    },
  };
}

/** Leads to the same page in the other language; a link, so it works without scripts too. */
export function LanguageLink() {
  const t = useTexts(layoutTexts);
  const { other, href, choose } = useOtherLanguage();
  return (
    <a
      className={classes.tool}
      href={href}
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

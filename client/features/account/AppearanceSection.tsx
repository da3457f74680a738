import { useLocation } from "react-router-dom";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { layoutTexts } from "../../layout/layout.texts.ts";
import { setCookie } from "../../platform/cookies.ts";
import { type ColorScheme, type TextSize, usePage } from "../../platform/page.ts";
import { usePreferences } from "../../platform/preferences.ts";
import { Select } from "../../ui/Select.tsx";
import classes from "./settings.module.css";
import { settingsTexts } from "./settings.texts.ts";

const SCHEMES = ["auto", "light", "dark"] as const satisfies readonly ColorScheme[];
const SIZES = ["normal", "large", "larger"] as const satisfies readonly TextSize[];
const LANGUAGES = [
  { value: "zh-CN", label: "简体中文" },
  { value: "en", label: "English" },
] as const;
const LOCALE_DAYS = 365;

/** Colours, language and the size of what is read, on this device. */
export function AppearanceSection() {
  const t = useTexts(settingsTexts);
  const layout = useTexts(layoutTexts);
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const { colorScheme, textSize } = usePage();
  const { chooseColorScheme, chooseTextSize } = usePreferences();
  const names = { auto: layout.themeAuto, light: layout.themeLight, dark: layout.themeDark };
  const chooseLanguage = (chosen: string) => {
    setCookie("locale", chosen, LOCALE_DAYS);
    const query = new URLSearchParams(search);
    query.set("lang", chosen);
    location.assign(`${pathname}?${query.toString()}`);
  };
  return (
    <section className={`card ${classes.card}`} aria-label={t.appearance}>
      <div className={classes.line}>
        <p className={classes.name}>{t.theme}</p>
        <Select
          className={classes.select}
          label={t.theme}
          hideLabel
          value={colorScheme}
          choices={SCHEMES.map((value) => ({ value, label: names[value] }))}
          onValue={(value) => chooseColorScheme(value as ColorScheme)}
        />
      </div>
      <div className={classes.line}>
        <p className={classes.name}>{t.language}</p>
        <Select
          className={classes.select}
          label={t.language}
          hideLabel
          value={locale}
          choices={LANGUAGES}
          onValue={chooseLanguage}
        />
      </div>
      <div className={classes.line}>
        <p className={classes.name}>{t.textSize}</p>
        <Select
          className={classes.select}
          label={t.textSize}
          hideLabel
          value={textSize}
          choices={SIZES.map((value) => ({ value, label: t[value] }))}
          onValue={(value) => chooseTextSize(value as TextSize)}
        />
      </div>
      <p className={classes.sample}>{t.sample}</p>
      <p className={classes.hint}>{t.deviceOnly}</p>
    </section>
  );
}

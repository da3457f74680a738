import "@mantine/core/styles/Anchor.layer.css";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { IconInfoCircle } from "../../ui/icons.tsx";
import { Label } from "../../ui/Label.tsx";
import type { EditedSetting } from "./editedSetting.ts";
import { SettingControl } from "./SettingControl.tsx";
import { settingText } from "./settingDifferences.ts";
import { settingName } from "./settingSections.ts";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

interface Props {
  setting: EditedSetting;
  /** As it is in the draft. */
  value: string;
  /** A link leads to it. */
  isWanted: boolean;
  onValue: (value: string) => void;
  /** Something was saved already: the settings are to be read again. */
  onStored: () => Promise<unknown>;
  /** Further remarks on the value. */
  children?: ReactNode;
}

/** One setting: what it is called and does, its key on demand, its value, and the way back to its default. */
export function SettingRow({ setting, value, isWanted, onValue, onStored, children }: Props) {
  const t = useTexts(settingsTexts);
  const name = settingName(setting);
  const isInitial = value === setting.initial;
  return (
    <li id={`setting-${name}`} className={classes.row} data-wanted={isWanted || undefined}>
      <div className={classes.about}>
        <div className={classes.title}>
          <span className={classes.label} id={`label-${name}`}>
            {setting.label}
            {value !== setting.value && <span className={classes.unsaved} aria-hidden="true" />}
          </span>
          {setting.isChanged && <Label>{t.changed}</Label>}
          <details className={classes.key}>
            <summary aria-label={t.keyOf(setting.label)} title={t.key}>
              <IconInfoCircle size={15} stroke={1.8} />
            </summary>
            <code>{setting.tag === "default" ? setting.key : name}</code>
          </details>
        </div>
        {setting.help && (
          <span className={classes.help} id={`help-${name}`}>
            {setting.help}
          </span>
        )}
        {setting.isKept && <span className={classes.kept}>{t.isKept}</span>}
        {setting.withheldReason && <span className={classes.kept}>{setting.withheldReason}</span>}
      </div>
      <div className={classes.control}>
        <SettingControl setting={setting} value={value} onValue={onValue} onStored={onStored} />
        {children}
        {!isInitial && !setting.isSecret && (
          <p className={classes.initial}>
            {t.initial(short(settingText(setting, setting.initial, t)) || "–")}
            <Anchor
              component="button"
              type="button"
              className={classes.reset!}
              onClick={() => onValue(setting.initial)}
              aria-label={`${t.reset}: ${setting.label}`}
            >
              {t.reset}
            </Anchor>
          </p>
        )}
      </div>
    </li>
  );
}

/** Defaults are shown up to here. */
const SHORT = 40;

function short(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}

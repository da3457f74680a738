import { useTexts } from "../../i18n/texts.ts";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { CallRates } from "./CallRates.tsx";
import { callRates } from "./callRates.ts";
import type { EditedSetting } from "./editedSetting.ts";
import { PlatformSwitches } from "./PlatformSwitches.tsx";
import { platformSwitches } from "./platformSwitches.ts";
import { settingText } from "./settingDifferences.ts";
import { SettingImage } from "./SettingImage.tsx";
import { settingsTexts } from "./settings.texts.ts";
import { isMasked, settingName } from "./settingSections.ts";

interface Props {
  setting: EditedSetting;
  value: string;
  onValue: (value: string) => void;
  /** Something was saved already: the settings are to be read again. */
  onStored: () => Promise<unknown>;
}

/** The widget for the kind of a setting. */
export function SettingControl({ setting, value, onValue, onStored }: Props) {
  const t = useTexts(settingsTexts);
  const { kind, label, maxLength, withheldValues } = setting;
  const isWithheld = (wanted: string) => withheldValues.includes(wanted);
  const choices = setting.choices.filter((choice) => choice === value || !isWithheld(choice));
  const named = namesOf(setting);
  switch (kind) {
    case "FLAG":
      return (
        <Switch
          label={label}
          hideLabel
          checked={value === "1"}
          disabled={value === "0" && isWithheld("1")}
          onChecked={(checked) => onValue(checked ? "1" : "0")}
        />
      );
    case "CHOICE":
      return (
        <Select
          label={label}
          hideLabel
          value={value}
          onValue={onValue}
          choices={choices.map((choice) => ({ value: choice, label: settingText(setting, choice, t) }))}
        />
      );
    case "INTEGER":
    case "NUMBER":
      return <Input {...named} mode="number" value={value} onValue={onValue} />;
    case "LONG_TEXT":
      return <Textarea {...named} value={value} onValue={onValue} maxLength={maxLength} rows={4} />;
    case "JSON":
      return <StructuredControl setting={setting} value={value} onValue={onValue} />;
    case "IMAGE":
      return <SettingImage setting={setting} value={value} onValue={onValue} onUploaded={onStored} />;
    case "SECRET":
      return (
        <Input
          {...named}
          type="password"
          autoComplete="new-password"
          value={isMasked(value) ? "" : value}
          placeholder={isMasked(setting.value) ? t.secretHint : ""}
          onValue={(text) => onValue(text === "" ? setting.value : text)}
        />
      );
    case "HOSTS":
      return (
        <Textarea
          {...named}
          value={value}
          onValue={onValue}
          rows={2}
          spellCheck={false}
          placeholder={t.hostsHint}
        />
      );
    case "LIST":
      return <Input {...named} value={value} onValue={onValue} placeholder={t.listHint} />;
    default:
      return <Input {...named} value={value} onValue={onValue} maxLength={maxLength} />;
  }
}

/** The widget for a list or an object: switches, limits, or lines of text. */
function StructuredControl({ setting, value, onValue }: Omit<Props, "onStored">) {
  const t = useTexts(settingsTexts);
  const { label } = setting;
  if (platformSwitches(value)) return <PlatformSwitches label={label} value={value} onValue={onValue} />;
  if (callRates(value)) return <CallRates label={label} value={value} onValue={onValue} />;
  const lines = linesOf(value);
  return (
    <Textarea
      {...namesOf(setting)}
      value={lines ? lines.join("\n") : value}
      onValue={(text) => onValue(lines ? JSON.stringify(text === "" ? [] : text.split("\n")) : text)}
      rows={3}
      placeholder={lines ? t.linesHint : undefined}
      spellCheck={false}
    />
  );
}

/** The elements of its row that name and explain a control. */
function namesOf(setting: EditedSetting) {
  const name = settingName(setting);
  return {
    "aria-labelledby": `label-${name}`,
    "aria-describedby": setting.help === null ? undefined : `help-${name}`,
  };
}

/** The lines of a value such as `["10.0.0.0/8"]`; null if it is something else. */
function linesOf(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
  } catch {
    return null;
  }
}

import { useTexts } from "../../i18n/texts.ts";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import type { EditedSetting } from "./editedSetting.ts";
import { PlatformSwitches, platformSwitches } from "./PlatformSwitches.tsx";
import { settingText } from "./settingDifferences.ts";
import { SettingImage } from "./SettingImage.tsx";
import { settingsTexts } from "./settings.texts.ts";
import { isMasked } from "./settingSections.ts";

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
  const named = { "aria-labelledby": `label-${setting.tag}.${setting.key}` };
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
      return platformSwitches(value) ? (
        <PlatformSwitches label={label} value={value} onValue={onValue} />
      ) : (
        <Textarea {...named} value={value} onValue={onValue} rows={3} spellCheck={false} />
      );
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

import { useTexts } from "../../i18n/texts.ts";
import { Switch } from "../../ui/Switch.tsx";
import { platformName, platformSwitches } from "./platformSwitches.ts";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

/** A switch for each platform. */
export function PlatformSwitches(props: { label: string; value: string; onValue: (value: string) => void }) {
  const t = useTexts(settingsTexts);
  const switches = platformSwitches(props.value) ?? [];
  return (
    <div role="group" aria-label={props.label} className={classes.switches}>
      {switches.map((one) => (
        <Switch
          key={one.key}
          label={platformName(one, t)}
          checked={one.value}
          onChecked={(value) =>
            props.onValue(
              JSON.stringify(switches.map((other) => (other === one ? { ...one, value } : other))),
            )
          }
        />
      ))}
    </div>
  );
}

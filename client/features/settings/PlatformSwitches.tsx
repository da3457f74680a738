import { Switch } from "../../ui/Switch.tsx";
import { platformSwitches } from "./platformSwitches.ts";
import classes from "./Settings.module.css";

/** A switch for each platform. */
export function PlatformSwitches(props: { label: string; value: string; onValue: (value: string) => void }) {
  const switches = platformSwitches(props.value) ?? [];
  return (
    <div role="group" aria-label={props.label} className={classes.switches}>
      {switches.map((one) => (
        <Switch
          key={one.key}
          label={one.desc}
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

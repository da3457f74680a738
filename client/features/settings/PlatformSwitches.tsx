import { Switch } from "../../ui/Switch.tsx";
import classes from "./Settings.module.css";

interface PlatformSwitch {
  key: number;
  desc: string;
  value: boolean;
}

/** The switches in a value such as `[{"key":1,"desc":"PC","value":true}]`; null if it is something else. */
export function platformSwitches(text: string): PlatformSwitch[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((item: unknown) => {
        const { key, desc, value: on } = (item ?? {}) as Record<string, unknown>;
        return typeof key === "number" && typeof desc === "string" && typeof on === "boolean";
      });
    return fits ? (value as PlatformSwitch[]) : null;
  } catch {
    return null;
  }
}

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

import { Fragment } from "react";
import { useTexts } from "../i18n/texts.ts";
import {
  setShortcutsOn,
  type Shortcut,
  type ShortcutGroup,
  shortcutGroups,
  useShortcutsOn,
} from "../platform/shortcuts.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { Switch } from "../ui/Switch.tsx";
import { shortcutSheetTexts } from "./shortcutSheet.texts.ts";
import classes from "./ShortcutSheet.module.css";

/** Signs of keys that have no letter. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

/** The sheet that says what keys do on the present page, with the switch that turns them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(shortcutSheetTexts);
  const isOn = useShortcutsOn();

  return (
    <Sheet title={t.title} size="large" onClose={onClose}>
      <div className={classes.groups} data-off={!isOn || undefined}>
        {shortcutGroups().map((group) => (
          <Group key={group.name} group={group} />
        ))}
      </div>
      <div className={classes.foot}>
        <Switch label={t.enabled} checked={isOn} onChecked={setShortcutsOn} />
        <p className={classes.hint}>{t.enabledHint}</p>
      </div>
    </Sheet>
  );
}

function Group({ group: { name, shortcuts } }: { group: ShortcutGroup }) {
  return (
    <section className={classes.group}>
      <h3 className={classes.name}>{name}</h3>
      <dl>
        {byLabel(shortcuts).map(([label, keys]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.keys}>
              <Keys all={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Groups keys that do the same, so that it is said once. */
function byLabel(shortcuts: readonly Shortcut[]): [label: string, keys: string[]][] {
  const groups = new Map<string, string[]>();
  for (const { label, keys } of shortcuts) groups.set(label, [...(groups.get(label) ?? []), keys]);
  return [...groups];
}

function Keys({ all }: { all: readonly string[] }) {
  const t = useTexts(shortcutSheetTexts);
  return all.map((keys, index) => (
    <Fragment key={keys}>
      {index > 0 && <span>{t.or}</span>}
      {keys.split(" ").map((key, place) => (
        <Fragment key={place}>
          {place > 0 && <span>{t.then}</span>}
          {key.split(/(?<=.)\+/).map((part) => (
            <kbd key={part}>{SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)}</kbd>
          ))}
        </Fragment>
      ))}
    </Fragment>
  ));
}

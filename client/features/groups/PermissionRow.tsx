import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import classes from "./Permissions.module.css";
import { type Extent, keyOf, type PermissionKey, type PluginKey } from "./permissionGrid.ts";
import { permissionSentence, wordsOf } from "./permissionSentence.ts";

interface Props {
  permission: PermissionKey | PluginKey;
  /** It may hold for some categories only. */
  scoped: boolean;
  extent: Extent;
  isChanged: boolean;
  categories: readonly { id: string; name: string }[];
  disabled: boolean;
  onExtent: (extent: Extent) => void;
}

/** One permission of a group as a sentence, with where it holds. */
export function PermissionRow(props: Props) {
  const { permission, scoped, extent, isChanged, categories, disabled, onExtent } = props;
  const t = useTexts(groupsAdminTexts);
  const locale = useLocale();
  const what = wordsOf(locale, permission);
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? id;
  const isNone = extent !== "all" && extent.length === 0;
  const mode = extent === "all" ? "all" : isNone ? "none" : "some";
  const choose = (value: string) => {
    if (value === "all") onExtent("all");
    else onExtent(value === "none" ? [] : categories.slice(0, 1).map(({ id }) => id));
  };
  const toggle = (id: string) => {
    const ids = extent === "all" ? [] : extent;
    onExtent(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  };

  return (
    <li className={isChanged ? classes.changed : undefined}>
      <span className={classes.sentence} data-none={isNone || undefined}>
        {permissionSentence(locale, permission, extent, nameOf)}
        <code>{keyOf(permission)}</code>
      </span>
      {scoped ? (
        <Select
          label={t.extentOf(what)}
          hideLabel
          className={classes.extent!}
          disabled={disabled}
          value={mode}
          onValue={choose}
          choices={[
            { value: "all", label: t.everywhere },
            { value: "some", label: t.some },
            { value: "none", label: t.nowhere },
          ]}
        />
      ) : (
        <Switch
          label={what}
          hideLabel
          disabled={disabled}
          checked={extent === "all"}
          onChecked={(on) => onExtent(on ? "all" : [])}
        />
      )}
      {scoped && mode === "some" && (
        <div className={classes.categories} role="group" aria-label={t.extentOf(what)}>
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={extent !== "all" && extent.includes(id)}
              disabled={disabled}
              onChecked={() => toggle(id)}
            />
          ))}
        </div>
      )}
    </li>
  );
}

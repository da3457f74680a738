import { useState } from "react";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { groupsAdminTexts } from "../groups/groupsAdmin.texts.ts";
import {
  type Extent,
  extentOf,
  keyOf,
  PERMISSION_SECTIONS,
  type PermissionKey,
  type PluginKey,
  withExtent,
} from "../groups/permissionGrid.ts";
import { Details } from "../../ui/Details.tsx";
import { PermissionRow } from "../groups/PermissionRow.tsx";
import permissionClasses from "../groups/Permissions.module.css";
import { extentText, wordsOf } from "../groups/permissionSentence.ts";
import { GUEST_GROUP_ID } from "../groups/presetGroups.ts";
import type { Difference } from "../admin/difference.ts";
import type { PermissionKeys } from "./importRun.ts";
import { mappingTexts } from "./mapping.texts.ts";
import type { MappedCategory, MappedGroup } from "./mappingDraft.ts";
import classes from "./mapping.module.css";

interface Row {
  readonly permission: PermissionKey | PluginKey;
  readonly scoped: boolean;
}

const ROWS: readonly Row[] = PERMISSION_SECTIONS.flatMap(({ scoped, permissions }) =>
  permissions.map((permission): Row => ({ permission, scoped })),
);
const KNOWN: ReadonlySet<string> = new Set(ROWS.map(({ permission }) => keyOf(permission)));
const IN_CATEGORY = /^category\d+\./;

/** Rows of permissions: those of the program, those of plugins, and others that a group has brought along. */
function rowsFor(grants: readonly string[], keys: PermissionKeys): Row[] {
  const labels = new Map(keys.flatMap(({ key, label }) => (label ? [[key, label] as const] : [])));
  for (const grant of grants) {
    const key = grant.replace(IN_CATEGORY, "");
    if (!KNOWN.has(key) && !labels.has(key)) labels.set(key, key);
  }
  const others = [...labels].map(([key, label]): Row => ({ permission: { key, label }, scoped: false }));
  return [...ROWS, ...others];
}

const sorted = (extent: Extent): string => (extent === "all" ? extent : [...extent].sort().join());

interface Props {
  group: MappedGroup;
  grants: ReadonlySet<string>;
  categories: readonly MappedCategory[];
  keys: PermissionKeys;
  onGrants: (grants: ReadonlySet<string>) => void;
}

/** Permissions of a group that comes, folded. */
export function MappingPermissions({ group, grants, categories, keys, onGrants }: Props) {
  const t = useTexts(mappingTexts);
  const [isOpen, setOpen] = useState(false);
  const saved = new Set(group.grants);
  const rows = rowsFor(group.grants, keys).filter(({ permission }) => {
    const own = keys.find(({ key }) => key === keyOf(permission));
    const isIdle = own && (!own.isOffered || (group.id === GUEST_GROUP_ID && !own.isForVisitors));
    // What has no effect can be taken away only.
    return !isIdle || extentOf(saved, keyOf(permission)).length > 0;
  });
  const count = rows.filter(({ permission }) => extentOf(grants, keyOf(permission)).length > 0).length;
  return (
    <Details
      className={classes.permissions!}
      summary={t.permissions(count)}
      summaryLabel={`${t.permissionsOf(group.name)}: ${count}`}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      {() => (
        <ul className={permissionClasses.rows} aria-label={t.permissionsOf(group.name)}>
          {rows.map(({ permission, scoped }) => {
            const key = keyOf(permission);
            const extent = extentOf(grants, key);
            return (
              <PermissionRow
                key={key}
                permission={permission}
                scoped={scoped}
                extent={extent}
                isChanged={sorted(extent) !== sorted(extentOf(saved, key))}
                categories={categories}
                disabled={false}
                onExtent={(next) => onGrants(withExtent(grants, key, next))}
              />
            );
          })}
        </ul>
      )}
    </Details>
  );
}

/** Gives a function that lists what differs in the permissions of a group. */
export function usePermissionDifferences(
  categories: readonly MappedCategory[],
  keys: PermissionKeys,
): (group: MappedGroup, grants: ReadonlySet<string>) => Difference[] {
  const t = useTexts(mappingTexts);
  const words = useTexts(groupsAdminTexts);
  const locale = useLocale();
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? id;
  return (group, grants) => {
    const saved = new Set(group.grants);
    return rowsFor(group.grants, keys).flatMap(({ permission }) => {
      const key = keyOf(permission);
      const [before, after] = [saved, grants].map((each) => extentText(extentOf(each, key), words, nameOf));
      if (before === after) return [];
      const label = t.permissionOf(group.name, wordsOf(locale, permission));
      return { key: `groups.${group.id}.${key}`, label, before: before!, after: after! };
    });
  };
}

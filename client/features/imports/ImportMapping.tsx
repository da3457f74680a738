import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useSaveImportMappingMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import type { Difference } from "../admin/difference.ts";
import { SaveBar } from "../admin/SaveBar.tsx";
import type { ImportMapping as Mapping, PermissionKeys } from "./importRun.ts";
import importClasses from "./imports.module.css";
import { mappingTexts } from "./mapping.texts.ts";
import {
  ADMINS_ONLY,
  AS_NEW,
  categoryDecision,
  changedRows,
  changeOf,
  groupDecision,
  KEPT,
  type MappingDraft,
  NO_DRAFT,
  NO_TARGET,
} from "./mappingDraft.ts";
import classes from "./mapping.module.css";
import { MappingFile } from "./MappingFile.tsx";
import { usePermissionDifferences } from "./MappingPermissions.tsx";
import { controlOf, MappingCategories, type MappingFault, MappingGroups, pathOf } from "./MappingTables.tsx";

graphql(`
  mutation SaveImportMapping($input: SaveImportMappingInput!) {
    saveImportMapping(input: $input) {
      version
    }
  }
`);

interface Props {
  mapping: Mapping;
  keys: PermissionKeys;
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
  /** Reads the page again. */
  onChanged: () => Promise<unknown>;
}

/** Decisions of the owner on the groups and categories of a community, before it moves in. */
export function ImportMapping({ mapping, keys, draft, onDraft, onChanged }: Props) {
  const t = useTexts(mappingTexts);
  const [fault, setFault] = useState<MappingFault | null>(null);
  const [save] = useSaveImportMappingMutation();
  const differences = useDifferences(mapping, draft, keys);
  const change = (next: MappingDraft) => {
    setFault(null);
    onDraft(next);
  };
  const refuse = (row: string, message: string) => {
    setFault({ row, message });
    const control = document.getElementById(controlOf(row));
    control?.closest("details")?.setAttribute("open", "");
    control?.focus();
  };
  const store = async () => {
    const open = mapping.categories.find((each) => categoryDecision(draft, each) === NO_TARGET);
    if (open) {
      const failure = { code: "INVALID_PARAMETER", message: t.targetNeeded, requestId: null };
      refuse(`categories.${open.id}`, failure.message);
      throw Object.assign(new Error(failure.message), failure);
    }
    try {
      await save({ variables: { input: changeOf(mapping, draft) } });
    } catch (error) {
      const { field, message, code } = errorOf(error);
      if (field) refuse(field, message);
      // Somebody else has saved: what they have decided is shown, and what is drafted here stays.
      if (code === "CONFLICT") await onChanged();
      throw error;
    }
    await onChanged();
    change(NO_DRAFT);
  };
  const shared = { mapping, draft, fault, onDraft: change };
  return (
    <section className={classes.lists} aria-label={t.title}>
      <div className={importClasses.part}>
        <h3>{t.title}</h3>
        <p>{t.lead}</p>
      </div>
      <MappingGroups {...shared} keys={keys} />
      <MappingCategories {...shared} />
      <MappingFile
        onUploaded={async () => {
          await onChanged();
          change(NO_DRAFT);
        }}
      />
      <SaveBar
        differences={differences}
        onSave={store}
        onDiscard={() => change(NO_DRAFT)}
        // What was saved is a choice in a list, which is chosen again as easily.
        onUndo={null}
      />
    </section>
  );
}

function useDifferences(mapping: Mapping, draft: MappingDraft, keys: PermissionKeys): Difference[] {
  const t = useTexts(mappingTexts);
  const permissionsOf = usePermissionDifferences(mapping.categories, keys);
  const { groups, categories } = changedRows(mapping, draft);
  const groupText = (to: string, id: string): string => {
    if (to === AS_NEW) return t.asNew;
    return to === id ? t.stays : t.moveTo(mapping.groups.find((each) => each.id === to)?.name ?? to);
  };
  const categoryText = (to: string): string => {
    if (to === KEPT) return t.keep;
    if (to === ADMINS_ONLY) return t.admins;
    const target = mapping.categories.find(({ id }) => id === to);
    return target ? t.mergeInto(pathOf(target, mapping)) : t.merge;
  };
  return [
    ...groups.flatMap((group) => {
      const { to, grants } = groupDecision(draft, group);
      const move: Difference = {
        key: `groups.${group.id}`,
        label: group.name,
        before: groupText(group.to, group.id),
        after: groupText(to, group.id),
      };
      return [...(to === group.to ? [] : [move]), ...permissionsOf(group, grants)];
    }),
    ...categories.map((category) => ({
      key: `categories.${category.id}`,
      label: pathOf(category, mapping),
      before: categoryText(category.to),
      after: categoryText(categoryDecision(draft, category)),
    })),
  ];
}

/** Tells if a draft differs from what is saved. */
export function hasUnsaved(mapping: Mapping, draft: MappingDraft): boolean {
  const { groups, categories } = changedRows(mapping, draft);
  return groups.length + categories.length > 0;
}

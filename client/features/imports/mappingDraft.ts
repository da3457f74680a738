import type { SaveImportMappingInput } from "../../gql/graphql.ts";
import type { ImportMapping } from "./importRun.ts";

/** A group of the community. */
export type MappedGroup = ImportMapping["groups"][number];
/** A category of the community. */
export type MappedCategory = ImportMapping["categories"][number];

/** A group comes as it is. */
export const AS_NEW = "new";
/** A category comes as it is. */
export const KEPT = "keep";
/** Only administrators read a category. */
export const ADMINS_ONLY = "admins";
/** A category is merged into one that is not chosen yet. */
export const NO_TARGET = "";

/** Decisions that are not saved yet, by the ids of the rows. */
export interface MappingDraft {
  readonly groups: ReadonlyMap<string, { readonly to: string; readonly grants: ReadonlySet<string> }>;
  readonly categories: ReadonlyMap<string, string>;
}

/** A draft without decisions. */
export const NO_DRAFT: MappingDraft = { groups: new Map(), categories: new Map() };

/** Decision on a group, as it is drafted or saved. */
export function groupDecision(
  { groups }: MappingDraft,
  group: MappedGroup,
): { to: string; grants: ReadonlySet<string> } {
  return groups.get(group.id) ?? { to: group.to, grants: new Set(group.grants) };
}

/** Decision on a category, as it is drafted or saved. */
export const categoryDecision = ({ categories }: MappingDraft, category: MappedCategory): string =>
  categories.get(category.id) ?? category.to;

/** Tells if a group comes with its permissions: its members stay, or every forum has it. */
export const comes = (group: MappedGroup, to: string): boolean => group.isPreset || to === AS_NEW;

/** Tells if a category is merged into another one, which may not be chosen yet. */
export const isMerged = (to: string): boolean => to !== KEPT && to !== ADMINS_ONLY;

/** Tells if two sets hold the same. */
export const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** Groups whose members, and categories whose threads, are decided on otherwise than it is saved. */
export function changedRows(
  { groups, categories }: ImportMapping,
  draft: MappingDraft,
): { groups: MappedGroup[]; categories: MappedCategory[] } {
  return {
    groups: groups.filter((group) => {
      const { to, grants } = groupDecision(draft, group);
      return to !== group.to || !isSame(grants, new Set(group.grants));
    }),
    categories: categories.filter((category) => categoryDecision(draft, category) !== category.to),
  };
}

/** Puts a save together from what differs. */
export function changeOf(mapping: ImportMapping, draft: MappingDraft): SaveImportMappingInput {
  const { groups, categories } = changedRows(mapping, draft);
  return {
    version: mapping.version,
    groups: groups.map((group) => {
      const { to, grants } = groupDecision(draft, group);
      return { id: group.id, to, grants: isSame(grants, new Set(group.grants)) ? null : [...grants] };
    }),
    categories: categories.map((category) => ({ id: category.id, to: categoryDecision(draft, category) })),
  };
}

/** Categories into which one may be merged: none that is merged itself, and of the first level for one with others below. */
export function targetsOf(
  category: MappedCategory,
  { categories }: ImportMapping,
  draft: MappingDraft,
): MappedCategory[] {
  const isGone = (each: MappedCategory): boolean => isMerged(categoryDecision(draft, each));
  const hasBelow = categories.some((each) => each.parentId === category.id && !isGone(each));
  const current = categoryDecision(draft, category);
  return categories.filter(
    (each) =>
      each.id === current ||
      (each.id !== category.id && !isGone(each) && !(hasBelow && each.parentId !== null)),
  );
}

import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../features/groups/presets.ts";
import { reasonOf, type NeutralFolder } from "../format/folder.ts";
import { SOFTWARE } from "../format/manifest.ts";
import { count, id, time } from "../format/values.ts";
import type { Outline } from "./outline.ts";

const MAPPING_FILE = "mapping.json";
const MAX_BYTES = 20_000_000;

/** A group comes as it is. */
export const AS_NEW = "new";
/** A category comes as it is. */
export const KEPT = "keep";
/** Only administrators read a category. */
export const ADMINS_ONLY = "admins";

/** Groups that members of another one may go to: nobody joins visitors or who has not paid. */
export const TARGET_GROUPS = [
  PresetGroup.ADMIN,
  PresetGroup.BANNED,
  PresetGroup.TRIAL,
  PresetGroup.MEMBER,
] as const;

const PRESETS: ReadonlySet<number> = new Set(PRESET_GROUPS.map((preset) => preset.id));

/** True for a group that every forum has, which a mapping never removes. */
export const isPreset = (groupId: number): boolean => PRESETS.has(groupId);

const MAPPING = z.strictObject({
  format: z.literal("luntan-mapping"),
  version: z.literal(1),
  /** The community that the file is for. */
  source: z.strictObject({
    software: z.enum(SOFTWARE),
    firstMember: z.strictObject({ id, createdAt: time }).nullable(),
  }),
  groups: z.array(
    z.strictObject({
      id,
      name: z.string(),
      members: count,
      to: z.union([z.literal(AS_NEW), id], { error: `is neither "${AS_NEW}" nor the id of a preset group` }),
      grants: z.array(z.string()),
    }),
  ),
  categories: z.array(
    z.strictObject({
      id,
      name: z.string(),
      threads: count,
      to: z.union([z.literal(KEPT), z.literal(ADMINS_ONLY), id], {
        error: `is neither "${KEPT}", "${ADMINS_ONLY}" nor the id of another category`,
      }),
    }),
  ),
});

/** Decisions of an owner on the groups and categories of a community. */
export type Mapping = z.infer<typeof MAPPING>;

/** Reads a mapping. @throws {Error} with one sentence that names the place in the file */
export async function readMapping(location: string): Promise<Mapping> {
  const info = await stat(location).catch(() => null);
  if (!info?.isFile()) throw new Error(`There is no file ${location}; a dry run writes ${MAPPING_FILE}.`);
  if (info.size > MAX_BYTES) throw new Error(`${location} is too long for a mapping.`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(location, "utf8"));
  } catch (error) {
    throw new Error(`${location} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const result = MAPPING.safeParse(value);
  if (!result.success) throw new Error(`${location}: ${reasonOf(result.error)}`);
  return result.data;
}

/** Gives the mapping that changes nothing. */
export function plainMapping({ manifest }: NeutralFolder, outline: Outline): Mapping {
  return {
    format: "luntan-mapping",
    version: 1,
    source: { software: manifest.source.software, firstMember: outline.firstMember },
    groups: outline.groups.map((group) => ({
      id: group.id,
      name: group.name,
      members: outline.members.get(group.id) ?? 0,
      to: isPreset(group.id) ? group.id : AS_NEW,
      grants: group.grants,
    })),
    categories: outline.categories.map((category) => ({
      id: category.id,
      name: category.name,
      threads: outline.threads.get(category.id) ?? 0,
      to: KEPT,
    })),
  };
}

/** Writes a mapping to edit into a folder. One that somebody has edited is left. @returns its location, and if it was left */
export async function offerMapping(
  folder: NeutralFolder,
  outline: Outline,
  isEdited: (location: string) => Promise<boolean>,
): Promise<{ location: string; isLeft: boolean }> {
  const location = join(folder.folder, MAPPING_FILE);
  const exists = (await stat(location).catch(() => null)) !== null;
  if (exists && (await isEdited(location))) return { location, isLeft: true };
  await writeFile(`${location}.part`, `${JSON.stringify(plainMapping(folder, outline), null, 2)}\n`, {
    flush: true,
  });
  await rename(`${location}.part`, location);
  return { location, isLeft: false };
}

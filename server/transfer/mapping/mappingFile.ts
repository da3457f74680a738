import { renameSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import { PRESET_GROUPS } from "../../features/groups/presets.ts";
import { SOFTWARE } from "../format/manifest.ts";
import { count, id, time } from "../format/values.ts";
import { problem, problemBy } from "../problems.ts";
import { MappingMistake } from "./mistake.ts";
import type { Outline } from "./outline.ts";

/** Name of the file in the folder of a community. */
export const MAPPING_FILE = "mapping.json";
/** Longest mapping, in bytes. */
export const MAPPING_MAX_BYTES = 20_000_000;

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

/** The words of the schema for `to` in Chinese. */
const TO_TEXTS: Readonly<Record<string, string>> = {
  groups: `既不是 "${AS_NEW}"，也不是预设用户组的 id`,
  categories: `既不是 "${KEPT}" 或 "${ADMINS_ONLY}"，也不是另一个板块的 id`,
};

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
  if (!info?.isFile()) throw problem("NO_MAPPING", location);
  if (info.size > MAPPING_MAX_BYTES) throw problem("MAPPING_TOO_LONG", location);
  return parseMapping(await readFile(location, "utf8"), location);
}

/** Reads the text of a mapping. @param name of the file, for errors @throws {Error} with one sentence that names the place */
export function parseMapping(text: string, name: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw problemBy(error, "MAPPING_NOT_JSON", name, (error as Error).message);
  }
  return checkShape(value, name);
}

/** Checks that a value has the shape of a mapping. @throws {MappingMistake} for the first place where it has not */
export function checkShape(value: unknown, name: string): Mapping {
  const result = MAPPING.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const hint = path[2] === "to" ? TO_TEXTS[String(path[0])] : undefined;
  throw new MappingMistake(name, path.map(String).join("."), {
    zh: hint ?? `不符合格式（${message}）`,
    en: message,
  });
}

/** Gives the mapping that changes nothing. */
export function plainMapping(outline: Outline): Mapping {
  return {
    format: "luntan-mapping",
    version: 1,
    source: { software: outline.software, firstMember: outline.firstMember },
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

/** Gives the text of a mapping, for its file. */
export const textOf = (mapping: Mapping): string => `${JSON.stringify(mapping, null, 2)}\n`;

/** Writes a mapping; a reader sees the one before until this one is whole. */
export function saveMapping(location: string, mapping: Mapping): void {
  writeFileSync(`${location}.part`, textOf(mapping), { flush: true });
  renameSync(`${location}.part`, location);
}

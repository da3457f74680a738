import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DomainError, invalid } from "../../core/errors.ts";
import type { ImportMapping, ImportMappings, MappingChange, PendingMapping } from "../../core/importing.ts";
import { grantNamed } from "../../core/permissions.ts";
import { ADMIN_GROUP_ID } from "../../core/viewer.ts";
import type { NeutralFolder } from "../format/folder.ts";
import type { RecordOf } from "../format/records.ts";
import { applyMapping } from "../mapping/mapping.ts";
import {
  checkShape,
  isPreset,
  MAPPING_FILE,
  parseMapping,
  plainMapping,
  saveMapping,
  textOf,
  TARGET_GROUPS,
  type Mapping,
} from "../mapping/mappingFile.ts";
import { MappingMistake } from "../mapping/mistake.ts";
import type { Outline } from "../mapping/outline.ts";
import { newReadersOf, planOf, type Plan } from "../mapping/plan.ts";
import { Problem } from "../problems.ts";

/** Groups, categories and numbers of the community, so that nobody waits for a million threads to be counted again. */
const OUTLINE_FILE = "outline.json";
const ADMINISTRATORS_SHOWN = 10;
const VERSION_LENGTH = 24;
const ID = /^[1-9]\d{0,15}$/;

/** Members who can sign in with a password; the first ten of each group. */
export type Candidates = ReadonlyMap<number, readonly Pick<RecordOf<"members">, "id" | "username">[]>;

/** A community that was read, as far as a mapping is about it. */
interface Community {
  readonly outline: Outline;
  readonly candidates: Candidates;
}

/** The stored mapping with the community that it is for. */
interface State extends Community {
  readonly text: string;
  readonly mapping: Mapping;
}

/** Writes the mapping that changes nothing beside a community, and what later ones are checked with. */
export function offerMapping(folder: string, { outline, candidates }: Community): void {
  const { members, threads, ...others } = outline;
  const content = { ...others, members: [...members], threads: [...threads], candidates: [...candidates] };
  writeFileSync(join(folder, OUTLINE_FILE), JSON.stringify(content), { flush: true });
  saveMapping(join(folder, MAPPING_FILE), plainMapping(outline));
}

/** Opens the mapping beside the community in a folder. */
export function openMappings(folder: string): ImportMappings {
  const location = join(folder, MAPPING_FILE);
  return {
    location,
    read() {
      const state = stateIn(folder);
      return state && viewOf(state, planIn(state));
    },
    change(change) {
      const state = stateIn(folder);
      if (!state || versionOf(state.text) !== change.version) throw new DomainError("CONFLICT");
      const mapping = withChange(state.mapping, change);
      return pending(folder, state, { mapping, name: MAPPING_FILE, refusal: atRow(mapping) });
    },
    replace(name, text) {
      const community = communityIn(folder);
      if (!community) throw new DomainError("CONFLICT");
      const mapping = withRefusal(() => parseMapping(text, name), ofFile);
      return pending(folder, community, { mapping, name, refusal: ofFile });
    },
  };
}

/** Gives the community as the stored mapping changes it; itself if it changes nothing. */
export async function mappedCommunity(folder: NeutralFolder): Promise<NeutralFolder> {
  const state = stateIn(folder.folder);
  if (!state || planIn(state).kinds.size === 0) return folder;
  return applyMapping(folder, join(folder.folder, MAPPING_FILE));
}

/** The community as it is stored: maps are lists of pairs. */
type StoredOutline = Omit<Outline, "members" | "threads"> & {
  readonly [key in "members" | "threads"]: readonly [number, number][];
} & { readonly candidates: readonly [number, { readonly id: number; readonly username: string }[]][] };

function communityIn(folder: string): Community | null {
  const location = join(folder, OUTLINE_FILE);
  if (!existsSync(location) || !existsSync(join(folder, MAPPING_FILE))) return null;
  const content = JSON.parse(readFileSync(location, "utf8")) as StoredOutline;
  const { members, threads, candidates, ...others } = content;
  return {
    outline: { ...others, members: new Map(members), threads: new Map(threads) },
    candidates: new Map(candidates),
  };
}

function stateIn(folder: string): State | null {
  const community = communityIn(folder);
  if (!community) return null;
  const text = readFileSync(join(folder, MAPPING_FILE), "utf8");
  return { ...community, text, mapping: withRefusal(() => parseMapping(text, MAPPING_FILE), ofFile) };
}

const planIn = ({ mapping, outline }: State): Plan =>
  withRefusal(() => planOf(mapping, outline, MAPPING_FILE), ofFile);

function pending(
  folder: string,
  community: Community,
  { mapping, name, refusal }: { readonly mapping: Mapping; readonly name: string; readonly refusal: Refusal },
): PendingMapping {
  const { outline } = community;
  const location = join(folder, MAPPING_FILE);
  const before = readFileSync(location, "utf8");
  const candidate = withRefusal(() => checkShape(mapping, name), refusal);
  const plan = withRefusal(() => planOf(candidate, outline, name), refusal);
  const after = whole(candidate, outline);
  return {
    mapping: viewOf({ ...community, text: textOf(after), mapping: after }, plan),
    save() {
      if (communityIn(folder) === null || readFileSync(location, "utf8") !== before)
        throw new DomainError("CONFLICT");
      saveMapping(location, after);
    },
  };
}

/** Gives a mapping all rows in the order of the community, with its numbers. */
function whole(mapping: Mapping, outline: Outline): Mapping {
  const plain = plainMapping(outline);
  const groups = new Map(mapping.groups.map((row) => [row.id, row]));
  const categories = new Map(mapping.categories.map((row) => [row.id, row]));
  return {
    ...plain,
    groups: plain.groups.map((row) => {
      const own = groups.get(row.id);
      if (!own) return row;
      const before = new Set(row.grants);
      const grants = own.grants.map((grant) => (before.has(grant) ? grant : (grantNamed(grant) ?? grant)));
      return { ...row, to: own.to === row.id ? row.to : own.to, grants: [...new Set(grants)] };
    }),
    categories: plain.categories.map((row) => ({ ...row, to: categories.get(row.id)?.to ?? row.to })),
  };
}

function withChange(mapping: Mapping, { groups, categories }: MappingChange): Mapping {
  const changes = {
    groups: new Map(groups.map((row) => [row.id, row])),
    categories: new Map(categories.map((row) => [row.id, row])),
  };
  for (const kind of ["groups", "categories"] as const) {
    const ids = new Set(mapping[kind].map(({ id }) => id));
    for (const id of changes[kind].keys())
      if (!ids.has(id)) throw invalid(`${kind}.${id}`, `没有 ${id}。`, `There is no ${id}.`);
  }
  // The schema judges words that are none of its own.
  const valueOf = (to: string): never => (ID.test(to) ? Number(to) : to) as never;
  return {
    ...mapping,
    groups: mapping.groups.map((row) => {
      const change = changes.groups.get(row.id);
      return change ? { ...row, to: valueOf(change.to), grants: [...(change.grants ?? row.grants)] } : row;
    }),
    categories: mapping.categories.map((row) => {
      const change = changes.categories.get(row.id);
      return change ? { ...row, to: valueOf(change.to) } : row;
    }),
  };
}

function viewOf({ text, mapping, outline, candidates }: State, plan: Plan): ImportMapping {
  const targets = new Set<number>(TARGET_GROUPS);
  const records = new Map(outline.categories.map((category) => [category.id, category]));
  return {
    version: versionOf(text),
    groups: mapping.groups.map(({ id, name, members, to, grants }) => ({
      id,
      name,
      members,
      isPreset: isPreset(id),
      isTarget: targets.has(id),
      to: String(to),
      grants,
    })),
    categories: mapping.categories.map(({ id, name, threads, to }) => ({
      id,
      name,
      parentId: records.get(id)!.parentId,
      threads,
      to: String(to),
      newReaders: newReadersOf(records.get(id)!, outline, plan),
    })),
    counts: {
      groups: plan.groups.size,
      categories: outline.categories.length - plan.mergedCategories.size,
    },
    administrators: [...candidates]
      .flatMap(([groupId, members]) =>
        (plan.movedGroups.get(groupId) ?? groupId) === ADMIN_GROUP_ID ? members : [],
      )
      .sort((one, other) => one.id - other.id)
      .slice(0, ADMINISTRATORS_SHOWN)
      .map(({ username }) => username),
  };
}

const versionOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, VERSION_LENGTH);

/** Words a reason for the page. */
type Refusal = (reason: Problem) => DomainError;

/** Refusals of a file name the place in it. */
const ofFile: Refusal = ({ sentence }) => invalid("file", sentence.zh, sentence.en);

/** Refusals of single decisions name their row by its id. */
const atRow =
  (mapping: Mapping): Refusal =>
  (problem) => {
    if (!(problem instanceof MappingMistake)) return ofFile(problem);
    const { place, reason } = problem;
    const [kind, index] = place.split(".") as ["groups" | "categories", string | undefined];
    return invalid(
      index === undefined ? kind : `${kind}.${mapping[kind][Number(index)]!.id}`,
      reason.zh,
      reason.en,
    );
  };

function withRefusal<T>(work: () => T, refusal: Refusal): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? refusal(error) : error;
  }
}

import {
  type BreakingChange,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from "graphql";

/** Differences between the schema of a release and the present one. */
export interface SchemaChanges {
  /** Sentences about what no longer works. */
  readonly breaking: readonly string[];
  /** Sentences about what programs may notice. */
  readonly dangerous: readonly string[];
  /** Coordinates of what is marked as deprecated since, with the reason. */
  readonly deprecated: readonly Deprecation[];
  /** Coordinates of what is new: types, and members of types that were there. */
  readonly added: readonly string[];
}

/** A deprecated member of the schema. */
export interface Deprecation {
  readonly at: string;
  readonly reason: string;
}

/** Changes that add something that nobody has to send. */
const ADDITIONS: ReadonlySet<DangerousChangeType> = new Set([
  DangerousChangeType.OPTIONAL_ARG_ADDED,
  DangerousChangeType.OPTIONAL_INPUT_FIELD_ADDED,
  DangerousChangeType.VALUE_ADDED_TO_ENUM,
]);

/** Compares two schemas; breaking and dangerous changes are those of graphql-js. */
export function changesBetween(before: GraphQLSchema, after: GraphQLSchema): SchemaChanges {
  const [old, present] = [membersOf(before), membersOf(after)];
  const typeOf = (at: string): string => at.split(/[.(]/)[0]!;
  const added = [...present.keys()].filter((at) => {
    if (old.has(at)) return false;
    // A type that is new is named alone, and so is a field before its arguments.
    const parents = [typeOf(at), at.split("(")[0]!].filter((parent) => parent !== at);
    return parents.every((parent) => old.has(parent));
  });
  return {
    breaking: sentences(findBreakingChanges(before, after)),
    dangerous: sentences(findDangerousChanges(before, after).filter(({ type }) => !ADDITIONS.has(type))),
    deprecated: deprecationsOf(after).filter(({ at }) => !old.get(at)),
    added,
  };
}

const sentences = (changes: readonly Pick<BreakingChange, "description">[]): string[] =>
  changes.map(({ description }) => description).toSorted();

/** Lists what is deprecated, by coordinates. */
export function deprecationsOf(schema: GraphQLSchema): Deprecation[] {
  return [...membersOf(schema)].flatMap(([at, reason]) => (reason ? [{ at, reason }] : []));
}

/** Types and their members by coordinates, with the reason of those that are deprecated. */
function membersOf(schema: GraphQLSchema): Map<string, string | null> {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return new Map(
    types
      .flatMap((type): [string, string | null][] => [[type.name, null], ...membersOfType(type)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function membersOfType(type: GraphQLNamedType): [string, string | null][] {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name, deprecationReason }) => [`${type.name}.${name}`, deprecationReason ?? null]);
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map(({ name, deprecationReason }) => [
      `${type.name}.${name}`,
      deprecationReason ?? null,
    ]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(
    ({ name, deprecationReason, args }): [string, string | null][] => [
      [`${type.name}.${name}`, deprecationReason ?? null],
      ...args.map((arg): [string, string | null] => [
        `${type.name}.${name}(${arg.name}:)`,
        arg.deprecationReason ?? null,
      ]),
    ],
  );
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

/** Finds what is gone although the release promised that it answers longer. */
export function brokenPromises(before: GraphQLSchema, after: GraphQLSchema, today: string): string[] {
  const present = membersOf(after);
  return deprecationsOf(before)
    .filter(({ at, reason }) => !present.has(at) && (DAY.exec(reason)?.[0] ?? "") >= today)
    .map(({ at, reason }) => `${at}: ${reason}`);
}

/** Stands where nobody has said yet why something no longer works. */
export const REASON_MISSING = "reason missing";
const SEPARATOR = " — ";
const BEGIN = "<!-- unreleased: written by `npm run codegen`; only reasons are written by hand -->";
const END = "<!-- /unreleased -->";

/**
 * Writes the part of the changelog about the next version anew. Reasons of breaking changes stay.
 * @throws {Error} if the changelog has no such part
 */
export function withUnreleased(changelog: string, changes: SchemaChanges, title = "Unreleased"): string {
  const [head, part, tail] = partsOf(changelog);
  return `${head}${BEGIN}\n\n## ${title}\n\n${render(changes, reasonsIn(part))}${END}${tail}`;
}

/** Makes the part about the next version that of a version, and begins the next one. */
export function withRelease(changelog: string, changes: SchemaChanges, version: string, day: string): string {
  const [head, part, tail] = partsOf(changelog);
  const none = { breaking: [], dangerous: [], deprecated: [], added: [] };
  const next = `${BEGIN}\n\n## Unreleased\n\n${render(none, new Map())}${END}`;
  return `${head}${next}\n\n## ${version} (${day})\n\n${render(changes, reasonsIn(part)).trimEnd()}${tail}`;
}

function partsOf(changelog: string): [head: string, part: string, tail: string] {
  const [begin, end] = [changelog.indexOf(BEGIN), changelog.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("The changelog of the API has no part for the next version.");
  return [changelog.slice(0, begin), changelog.slice(begin, end), changelog.slice(end + END.length)];
}

function reasonsIn(part: string): Map<string, string> {
  const lines = part.split("\n").filter((line) => line.startsWith("- ") && line.includes(SEPARATOR));
  return new Map(lines.map((line) => line.slice(2).split(SEPARATOR) as [string, string]));
}

function render(changes: SchemaChanges, reasons: ReadonlyMap<string, string>): string {
  const { breaking, dangerous, deprecated, added } = changes;
  const parts: [title: string, lines: string[]][] = [
    ["Breaking", breaking.map((text) => `${text}${SEPARATOR}${reasons.get(text) ?? REASON_MISSING}`)],
    ["Changed", [...dangerous]],
    ["Deprecated", deprecated.map(({ at, reason }) => `\`${at}\`: ${reason}`)],
    ["Added", additions(added)],
  ];
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `### ${title}\n\n${lines.map((line) => `- ${line}\n`).join("")}\n`);
  return text.length > 0 ? text.join("") : "Nothing yet.\n\n";
}

/** New types in one line, new members in a line for each type. */
function additions(added: readonly string[]): string[] {
  const types = added.filter((at) => !at.includes("."));
  const members = new Map<string, string[]>();
  for (const at of added.filter((at) => at.includes("."))) {
    const [type, member] = at.split(".") as [string, string];
    members.set(type, [...(members.get(type) ?? []), `\`${member}\``]);
  }
  return [
    ...(types.length > 0 ? [`Types: ${types.map((name) => `\`${name}\``).join(", ")}`] : []),
    ...[...members].map(([type, names]) => `\`${type}\`: ${names.join(", ")}`),
  ];
}

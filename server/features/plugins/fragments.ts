import {
  getNamedType,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from "graphql";
import { type Manifest, refusePackage, viewsOf } from "./manifest.ts";
import { type FragmentType, READABLE_FIELDS, typesAt } from "./readableFields.ts";

/** Fields that a fragment may bring, those of a list by ten. */
export const FRAGMENT_COST_MAX = 60;
const ASSUMED_LIST_SIZE = 10;
const DEPTH_MAX = 3;
const TOKENS_MAX = 300;

/** Checks the fragments of all slots against the schema. @throws {DomainError} INVALID_PARAMETER with the reason */
export function checkFragments(schema: GraphQLSchema, manifest: Manifest): void {
  for (const { place, fragment } of viewsOf(manifest)) {
    if (fragment === null) continue;
    const types = typesAt(place);
    if (types.length === 0)
      throw refusePackage(`${place} 没有可查询的数据`, `${place} shows nothing that a fragment can be on.`);
    const definition = readFragment(fragment);
    const on = typeOf(definition);
    if (!types.includes(on))
      throw refusePackage(
        `${place} 的片段应基于 ${types.join(" 或 ")}`,
        `The fragment at ${place} must be on ${types.join(" or ")}, not on ${on}.`,
      );
    const cost = costOf(definition.selectionSet, schema.getType(on) as GraphQLObjectType, 1);
    if (cost > FRAGMENT_COST_MAX)
      throw refusePackage(
        `${place} 的片段过大（${cost}，最多 ${FRAGMENT_COST_MAX}）`,
        `The fragment at ${place} is too dear: it may bring ${cost} fields; ${FRAGMENT_COST_MAX} are allowed.`,
      );
  }
}

/** Reads the one fragment of a text. @throws {DomainError} INVALID_PARAMETER */
export function readFragment(text: string): FragmentDefinitionNode {
  try {
    const { definitions } = parse(text, { noLocation: true, maxTokens: TOKENS_MAX });
    const [definition] = definitions;
    if (definition?.kind === Kind.FRAGMENT_DEFINITION && definitions.length === 1) return definition;
  } catch (error) {
    const { message } = error as Error;
    throw refusePackage(`片段有误：${message}`, `A fragment cannot be read: ${message}`);
  }
  throw refusePackage("每个位置只能有一个片段", "A slot has one fragment and nothing else.");
}

/** Gives the type that a fragment is on; one that places have, once it has been checked. */
export function typeOf({ typeCondition }: FragmentDefinitionNode): FragmentType {
  return typeCondition.name.value as FragmentType;
}

/** Counts the fields that a selection may bring. @throws {DomainError} INVALID_PARAMETER for fields that are not for it */
function costOf(set: SelectionSetNode, type: GraphQLObjectType, depth: number): number {
  if (depth > DEPTH_MAX)
    throw refusePackage("片段嵌套过深", `A fragment is nested deeper than ${DEPTH_MAX} levels.`);
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind !== Kind.FIELD || selection.directives?.length || selection.arguments?.length)
      throw refusePackage(
        "片段只能包含不带参数和指令的字段",
        "A fragment has fields alone: no spreads, directives or arguments.",
      );
    const name = selection.name.value;
    const field = fieldOf(type, name);
    const inner = getNamedType(field.type);
    if (isObjectType(inner) !== (selection.selectionSet !== undefined))
      throw refusePackage(
        `片段字段 ${type.name}.${name} 的子字段有误`,
        `${type.name}.${name} ${isObjectType(inner) ? "needs fields of its own" : "has no fields of its own"}.`,
      );
    const rows = isListType(getNullableType(field.type)) ? ASSUMED_LIST_SIZE : 1;
    cost += 1 + (isObjectType(inner) ? rows * costOf(selection.selectionSet!, inner, depth + 1) : 0);
  }
  return cost;
}

function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name];
  if (!field) throw refusePackage(`没有字段 ${type.name}.${name}`, `There is no field ${type.name}.${name}.`);
  if (!READABLE_FIELDS[type.name]?.includes(name))
    throw refusePackage(
      `字段 ${type.name}.${name} 不对所有读者开放`,
      `${type.name}.${name} is not for all readers, so a fragment cannot ask for it.`,
    );
  return field;
}

const schemas = new WeakMap<GraphQLSchema, Map<string, GraphQLSchema>>();

/** Makes a schema whose one field `at` gives an object that is known already, with the resolvers of the program. */
export function schemaAt(schema: GraphQLSchema, type: string): GraphQLSchema {
  const made = schemas.get(schema) ?? new Map<string, GraphQLSchema>();
  schemas.set(schema, made);
  let small = made.get(type);
  if (!small) {
    const at = { type: schema.getType(type) as GraphQLObjectType, resolve: (source: unknown) => source };
    const query = new GraphQLObjectType({ name: "Query", fields: { at } });
    made.set(type, (small = new GraphQLSchema({ query, assumeValid: true })));
  }
  return small;
}

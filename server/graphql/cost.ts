import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { PAGE_DEFAULT, PAGE_MAX } from "../core/paging.ts";
import { isPart, LIST_SIZES } from "./listSizes.ts";

/** Fields that an answer may contain, estimated by the sizes of its lists. */
export const COST_MAX = 10_000;
/** Beyond this nobody counts on: what is refused need not be known exactly. */
const COUNTED_MAX = COST_MAX * 10;
/** A look at the schema walks through all of it, whatever it selects. */
const INTROSPECTION_COST = 1_000;
/** Pages larger than any list gives are refused by the list; their cost is counted up to here. */
const PAGE_COUNTED_MAX = 1_000;
/** Sets of page sizes whose cost is remembered for a document. */
const COSTS_MAX = 100;

/** Sizes of pages that variables say; null where a variable says nothing that is a number. */
type Sizes = Readonly<Record<string, number | null>>;

/** Cost of a document without its variables. */
interface Known {
  /** Variables that say the size of a page, with their defaults. */
  readonly sizing: readonly { readonly name: string; readonly fallback: number | null }[];
  readonly costs: Map<string, number>;
}

const known = new WeakMap<DocumentNode, Known>();

/**
 * Estimates how many fields the answer to a document may have: a list costs its size times what a row costs. Variables
 * count as the executor reads them, with the defaults of the operation. Remembered per document and page sizes, since
 * the same documents come again and again.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): number {
  let { sizing, costs } = known.get(document) ?? {};
  if (!sizing || !costs) {
    sizing = sizingVariables(document);
    costs = new Map();
    known.set(document, { sizing, costs });
  }
  const sizes: Record<string, number | null> = {};
  let key = "";
  for (const { name, fallback } of sizing) {
    const given = variables[name];
    const size = given === undefined ? fallback : typeof given === "number" ? given : null;
    sizes[name] = size;
    key += `${size},`;
  }
  let cost = costs.get(key);
  if (cost === undefined) {
    cost = new Estimate(schema, document, sizes).total();
    if (costs.size >= COSTS_MAX) costs.clear();
    costs.set(key, cost);
  }
  return cost;
}

/**
 * Variables that a document uses as a number. One that several operations declare counts with its largest default: what
 * one operation says must not make another one look small.
 */
function sizingVariables(document: DocumentNode): Known["sizing"] {
  const fallbacks = new Map<string, number | null>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type, defaultValue } of definition.variableDefinitions ?? []) {
      const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
      if (named.kind !== Kind.NAMED_TYPE || named.name.value !== "Int") continue;
      const name = variable.name.value;
      const fallback = defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : null;
      const earlier = fallbacks.get(name);
      const largest = Math.max(fallback ?? PAGE_DEFAULT, earlier ?? PAGE_DEFAULT);
      fallbacks.set(name, fallbacks.has(name) ? largest : fallback);
    }
  }
  return [...fallbacks].map(([name, fallback]) => ({ name, fallback }));
}

/** The estimate of one document with its page sizes. Each fragment is counted once, so work grows with the text alone. */
class Estimate {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly fragmentCosts = new Map<string, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly document: DocumentNode,
    private readonly sizes: Sizes,
  ) {
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
  }

  total(): number {
    return this.document.definitions
      .filter((definition): definition is OperationDefinitionNode => {
        return definition.kind === Kind.OPERATION_DEFINITION;
      })
      .reduce((sum, { selectionSet, operation }) => {
        return sum + this.ofSet(selectionSet, this.schema.getRootType(operation) ?? undefined);
      }, 0);
  }

  private ofSet(set: SelectionSetNode, parent: GraphQLNamedType | undefined): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) cost += this.ofField(selection, parent);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition } = selection;
        const type = typeCondition ? this.schema.getType(typeCondition.name.value) : parent;
        cost += this.ofSet(selection.selectionSet, type);
      } else cost += this.ofFragment(selection.name.value);
      if (cost > COUNTED_MAX) return COUNTED_MAX;
    }
    return cost;
  }

  private ofFragment(name: string): number {
    const counted = this.fragmentCosts.get(name);
    if (counted !== undefined) return counted;
    // One that contains itself is refused by graphql-js; here it must only not loop.
    this.fragmentCosts.set(name, 0);
    const fragment = this.fragments.get(name);
    if (!fragment) return 0;
    const cost = this.ofSet(fragment.selectionSet, this.schema.getType(fragment.typeCondition.name.value));
    this.fragmentCosts.set(name, cost);
    return cost;
  }

  private ofField(field: FieldNode, parent: GraphQLNamedType | undefined): number {
    const name = field.name.value;
    if (name === "__schema" || name === "__type") return INTROSPECTION_COST;
    // Clients with a cache ask for it in every selection; it reads nothing.
    if (name === "__typename" && !field.alias) return 0;
    const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (!definition || !parent) return 1;
    const size = this.sizeOf(field, definition, parent);
    const inner = field.selectionSet ? this.ofSet(field.selectionSet, getNamedType(definition.type)) : 0;
    // A row costs something even if nothing of it is asked for.
    return Math.min(COUNTED_MAX, 1 + size * Math.max(inner, size > 1 ? 1 : 0));
  }

  private sizeOf(
    field: FieldNode,
    definition: GraphQLField<unknown, unknown>,
    parent: GraphQLNamedType,
  ): number {
    const argument = definition.args.find(({ name }) => name === "first");
    if (argument) {
      const given = field.arguments?.find(({ name }) => name.value === "first")?.value;
      let size: unknown = argument.defaultValue ?? PAGE_DEFAULT;
      if (given?.kind === Kind.INT) size = Number(given.value);
      // A variable that says nothing leaves the default of the argument.
      else if (given?.kind === Kind.VARIABLE) size = this.sizes[given.name.value] ?? size;
      return typeof size === "number" ? Math.min(Math.max(size, 1), PAGE_COUNTED_MAX) : PAGE_MAX;
    }
    if (!isListType(getNullableType(definition.type)) || isPart(parent.name, definition.name)) return 1;
    // Lists of plugins say theirs.
    const given = definition.extensions["listSize"] as number | undefined;
    return given ?? LIST_SIZES[`${parent.name}.${definition.name}`] ?? PAGE_MAX;
  }
}

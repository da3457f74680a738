import {
  getNamedType,
  GraphQLError,
  isObjectType,
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";

/** Tokens of a document; the longest of the client's own has about 700. */
export const TOKENS_MAX = 2000;
/** Levels of selection sets. */
export const DEPTH_MAX = 12;
/** Fields that carry an alias. */
export const ALIASES_MAX = 30;
/** Fields at the root of an operation. */
export const ROOT_FIELDS_MAX = 12;
/** Fields that an answer may contain, estimated by page sizes. */
export const COST_MAX = 10_000;
/** Problems told of one document. */
export const VALIDATION_ERRORS_MAX = 5;

/** Mutations that try a secret: one in a document, so that guesses are counted one by one. */
const SENSITIVE = new Set(["login", "register", "claimAdmin"]);

function refuse(context: ValidationContext, message: string): void {
  context.reportError(new GraphQLError(message, { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }));
}

/** Validation rule: depth, aliases, root fields, and at most one sensitive mutation. Introspection is exempt from depth. */
export function shapeRule(context: ValidationContext): ASTVisitor {
  const document = context.getDocument();
  const depths = new Map<string, number>();

  function depthOf(set: SelectionSetNode, path: ReadonlySet<string>): number {
    let deepest = 0;
    for (const selection of set.selections) {
      let depth: number;
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value.startsWith("__")) continue;
        depth = 1 + (selection.selectionSet ? depthOf(selection.selectionSet, path) : 0);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        depth = depthOf(selection.selectionSet, path);
      } else {
        depth = fragmentDepth(selection.name.value, path);
      }
      if (depth > deepest) deepest = depth;
      if (deepest > DEPTH_MAX) return deepest;
    }
    return deepest;
  }

  function fragmentDepth(name: string, path: ReadonlySet<string>): number {
    // Cycles are refused by graphql-js; here they must only not loop.
    if (path.has(name)) return 0;
    const known = depths.get(name);
    if (known !== undefined) return known;
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    );
    const depth =
      fragment?.kind === Kind.FRAGMENT_DEFINITION
        ? depthOf(fragment.selectionSet, new Set([...path, name]))
        : 0;
    depths.set(name, depth);
    return depth;
  }

  let aliases = 0;
  return {
    Field(node) {
      if (node.alias) aliases++;
    },
    OperationDefinition(node) {
      const fields = node.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
      if (fields.length > ROOT_FIELDS_MAX)
        refuse(context, `An operation has at most ${ROOT_FIELDS_MAX} root fields.`);
      const sensitive = fields.filter((field) => SENSITIVE.has(field.name.value));
      if (sensitive.length > 1) refuse(context, "A document signs in at most once.");
      if (depthOf(node.selectionSet, new Set()) > DEPTH_MAX)
        refuse(context, `A document nests at most ${DEPTH_MAX} levels.`);
    },
    Document: {
      leave() {
        if (aliases > ALIASES_MAX) refuse(context, `A document has at most ${ALIASES_MAX} aliases.`);
      },
    },
  };
}

const costs = new WeakMap<DocumentNode, Map<string, number>>();

/**
 * Estimates how many fields the answer to a document may have: a list costs its page size times what a row costs.
 * Remembered per document and numeric variables, since the same documents come again and again.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): number {
  const key = Object.entries(variables)
    .filter(([, value]) => typeof value === "number")
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
  let known = costs.get(document);
  if (!known) costs.set(document, (known = new Map()));
  let cost = known.get(key);
  if (cost === undefined) {
    cost = estimate(schema, document, variables);
    if (known.size > 100) known.clear();
    known.set(key, cost);
  }
  return cost;
}

function estimate(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }

  function ofSet(set: SelectionSetNode, parent: GraphQLNamedType | undefined): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) cost += ofField(selection, parent);
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += ofSet(selection.selectionSet, parent);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment) cost += ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
      }
      if (cost > COST_MAX * 10) return cost;
    }
    return cost;
  }

  function ofField(field: FieldNode, parent: GraphQLNamedType | undefined): number {
    const definition = isObjectType(parent) ? parent.getFields()[field.name.value] : undefined;
    if (!field.selectionSet || !definition) return 1;
    const inner = ofSet(field.selectionSet, getNamedType(definition.type));
    return 1 + pageSize(field, definition, variables) * inner;
  }

  return document.definitions.reduce((total, definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return total;
    return total + ofSet(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined);
  }, 0);
}

function pageSize(
  field: FieldNode,
  definition: GraphQLField<unknown, unknown>,
  variables: Record<string, unknown>,
): number {
  const argument = definition.args.find(({ name }) => name === "first");
  if (!argument) return 1;
  const given = field.arguments?.find(({ name }) => name.value === "first")?.value;
  let size: unknown = argument.defaultValue;
  if (given?.kind === Kind.INT) size = Number(given.value);
  else if (given?.kind === Kind.VARIABLE) size = variables[given.name.value] ?? size;
  return typeof size === "number" ? Math.min(Math.max(size, 1), 1000) : 1;
}

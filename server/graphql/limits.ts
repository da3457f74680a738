import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type DefinitionNode,
  type FragmentDefinitionNode,
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
/** Maximum problems reported of one document. */
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
  const rootFields = rootFieldCounter(document.definitions);

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
      const { fields, sensitive } = rootFields(node.selectionSet);
      if (fields > ROOT_FIELDS_MAX)
        refuse(context, `An operation has at most ${ROOT_FIELDS_MAX} root fields.`);
      if (sensitive > 1) refuse(context, "A document signs in at most once.");
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

/** Fields at the root of an operation, and those among them that try a secret. */
interface RootFields {
  readonly fields: number;
  readonly sensitive: number;
}

/** Counts root fields wherever they stand: in the operation, in inline fragments, in named ones. */
function rootFieldCounter(definitions: readonly DefinitionNode[]): (set: SelectionSetNode) => RootFields {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const counted = new Map<string, RootFields>();
  const none: RootFields = { fields: 0, sensitive: 0 };

  function ofFragment(name: string): RootFields {
    const known = counted.get(name);
    if (known) return known;
    // Cycles are refused by graphql-js; here they must only not loop.
    counted.set(name, none);
    const fragment = fragments.get(name);
    const found = fragment ? ofSet(fragment.selectionSet) : none;
    counted.set(name, found);
    return found;
  }

  function ofSet(set: SelectionSetNode): RootFields {
    let [fields, sensitive] = [0, 0];
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        fields++;
        if (SENSITIVE.has(selection.name.value)) sensitive++;
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? ofSet(selection.selectionSet)
          : ofFragment(selection.name.value);
      fields += inner.fields;
      sensitive += inner.sensitive;
    }
    return { fields, sensitive };
  }
  return ofSet;
}

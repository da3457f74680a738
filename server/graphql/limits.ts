import { GraphQLError, Kind, type ASTVisitor, type DocumentNode, type GraphQLSchema, type SelectionSetNode, type ValidationContext } from "graphql";
import { getComplexity, type ComplexityEstimator } from "graphql-query-complexity";

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
      let depth = 0;
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
      fragment?.kind === Kind.FRAGMENT_DEFINITION ? depthOf(fragment.selectionSet, new Set([...path, name])) : 0;
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
      if (fields.length > ROOT_FIELDS_MAX) refuse(context, `An operation has at most ${ROOT_FIELDS_MAX} root fields.`);
      const sensitive = fields.filter((field) => SENSITIVE.has(field.name.value));
      if (sensitive.length > 1) refuse(context, "A document signs in at most once.");
      if (depthOf(node.selectionSet, new Set()) > DEPTH_MAX) refuse(context, `A document nests at most ${DEPTH_MAX} levels.`);
    },
    Document: {
      leave() {
        if (aliases > ALIASES_MAX) refuse(context, `A document has at most ${ALIASES_MAX} aliases.`);
      },
    },
  };
}

/** A list costs its page size times what one of its rows costs. */
const byPageSize: ComplexityEstimator = ({ args, childComplexity }) => {
  const first = args["first"] as number | undefined;
  return first === undefined ? 1 + childComplexity : 1 + Math.min(Math.max(first, 1), 1000) * childComplexity;
};

const costs = new WeakMap<DocumentNode, Map<string, number>>();

/**
 * Estimates how many fields the answer to a document may have. Remembered per document and numeric variables,
 * since the same documents come again and again.
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): number {
  const key = Object.entries(variables)
    .filter(([, value]) => typeof value === "number")
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
  let known = costs.get(document);
  if (!known) costs.set(document, (known = new Map()));
  let cost = known.get(key);
  if (cost === undefined) {
    cost = getComplexity({ schema, query: document, variables, estimators: [byPageSize] });
    if (known.size > 100) known.clear();
    known.set(key, cost);
  }
  return cost;
}

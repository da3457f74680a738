import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from "graphql";

/** Documents come again and again; what they ask for is found out once. */
const selections = new WeakMap<FieldNode, ReadonlySet<string>>();

/**
 * The names of all fields that a document asks for below the field being resolved, at any depth.
 * Used to read neighbours of a whole list in one go, and none that nobody asked for; @skip and @include are not weighed.
 */
export function fieldsBelow(info: GraphQLResolveInfo): ReadonlySet<string> {
  const node = info.fieldNodes[0]!;
  let names = selections.get(node);
  if (!names) {
    const fieldNames = new Set<string>();
    for (const field of info.fieldNodes) collect(field.selectionSet, info.fragments, fieldNames, new Set());
    selections.set(node, (names = fieldNames));
  }
  return names;
}

const knownBeside = new WeakMap<FieldNode, ReadonlySet<string>>();

/** The names of the fields that a document asks for of the very thing being resolved, not of what is below it. */
export function fieldsOf(info: GraphQLResolveInfo): ReadonlySet<string> {
  const node = info.fieldNodes[0]!;
  let names = knownBeside.get(node);
  if (!names) {
    const fieldNames = new Set<string>();
    for (const field of info.fieldNodes)
      collect(field.selectionSet, info.fragments, fieldNames, new Set(), false);
    knownBeside.set(node, (names = fieldNames));
  }
  return names;
}

function collect(
  set: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  found: Set<string>,
  visited: Set<string>,
  deep = true,
): void {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      found.add(selection.name.value);
      if (deep) collect(selection.selectionSet, fragments, found, visited);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, fragments, found, visited, deep);
    } else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value);
      collect(fragments[selection.name.value]?.selectionSet, fragments, found, visited, deep);
    }
  }
}

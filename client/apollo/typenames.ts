import { type DocumentNode, Kind, type SelectionSetNode } from "graphql";

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const;
const prepared = new WeakMap<DocumentNode, DocumentNode>();

/**
 * The document with `__typename` in every selection below the root, as the browser's cache needs it; made once for
 * each document, so that the server may keep what it learned about it by identity.
 */
export function withTypenames(document: DocumentNode): DocumentNode {
  let result = prepared.get(document);
  if (!result) {
    result = {
      ...document,
      definitions: document.definitions.map((definition) =>
        "selectionSet" in definition && definition.selectionSet
          ? {
              ...definition,
              selectionSet: inside(definition.selectionSet, definition.kind === Kind.OPERATION_DEFINITION),
            }
          : definition,
      ) as DocumentNode["definitions"],
    };
    prepared.set(document, result);
  }
  return result;
}

function inside(set: SelectionSetNode, isRoot: boolean): SelectionSetNode {
  const selections = set.selections.map((selection) =>
    "selectionSet" in selection && selection.selectionSet
      ? {
          ...selection,
          selectionSet: inside(selection.selectionSet, isRoot && selection.kind === Kind.INLINE_FRAGMENT),
        }
      : selection,
  );
  return { ...set, selections: isRoot ? selections : [...selections, TYPENAME] };
}

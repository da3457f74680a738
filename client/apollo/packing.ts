import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from "graphql";

/** A packed value: a scalar, an object as the list of its values, a list, or the number of a text on the page. */
export type Packed = string | number | boolean | null | Packed[] | { list: Packed[] } | { text: number };

/** The answer to a query in few bytes: without names, which the query says, and without what repeats in each row. */
export interface PackedAnswer {
  value: Packed;
  /** By place: numbers of the fields that are the same in all its objects, and their values. */
  same: Record<number, [fields: number[], values: Packed[]]>;
}

/** A selection of fields in a query, with what is selected below each; null below scalars. */
interface Place {
  readonly number: number;
  readonly names: readonly string[];
  readonly below: readonly (Place | null)[];
}

/** Finds the number of a text that stands elsewhere; undefined if the text must be sent. */
export type TextNumber = (field: string, text: string) => number | undefined;

const places = new WeakMap<DocumentNode, Place>();

/**
 * The root of a query's selections, fragments included. Their conditions on types are not looked at, since the schema
 * has no abstract types; `__typename` stands in each selection below the root, as the cache asks for it.
 */
function placeOf(document: DocumentNode): Place {
  let root = places.get(document);
  if (root) return root;
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: SelectionSetNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === "FragmentDefinition") fragments.set(definition.name.value, definition);
    else if (definition.kind === "OperationDefinition") operation = definition.selectionSet;
  }
  let count = 0;
  const gather = (set: SelectionSetNode, fields: Map<string, SelectionSetNode[]>): void => {
    for (const selection of set.selections) {
      if (selection.kind === "Field") {
        const name = (selection.alias ?? selection.name).value;
        const sets = fields.get(name) ?? [];
        fields.set(name, selection.selectionSet ? [...sets, selection.selectionSet] : sets);
      } else if (selection.kind === "InlineFragment") gather(selection.selectionSet, fields);
      else gather(fragments.get(selection.name.value)!.selectionSet, fields);
    }
  };
  const place = (sets: readonly SelectionSetNode[], isRoot = false): Place => {
    const number = count++;
    const fields = new Map<string, SelectionSetNode[]>();
    for (const set of sets) gather(set, fields);
    if (!isRoot && !fields.has("__typename")) fields.set("__typename", []);
    const below = [...fields.values()].map((inner) => (inner.length > 0 ? place(inner) : null));
    return { number, names: [...fields.keys()], below };
  };
  root = place([operation!], true);
  places.set(document, root);
  return root;
}

/** Packs the data of an answer. @param numberOf names texts that the reader can find elsewhere */
export function pack(document: DocumentNode, data: unknown, numberOf: TextNumber): PackedAnswer {
  const objects = new Map<number, Packed[][]>();
  const packed = (value: unknown, place: Place | null, field: string): Packed => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return { list: value.map((item) => packed(item, place, field)) };
    if (place) return object(value as Record<string, unknown>, place);
    const text = typeof value === "string" ? numberOf(field, value) : undefined;
    return text === undefined ? (value as Packed) : { text };
  };
  const object = (value: Record<string, unknown>, { number, names, below }: Place): Packed => {
    const values = names.map((name, index) => packed(value[name], below[index]!, name));
    const alike = objects.get(number);
    if (alike) alike.push(values);
    else objects.set(number, [values]);
    return values;
  };
  const value = packed(data, placeOf(document), "");
  const same: PackedAnswer["same"] = {};
  for (const [number, alike] of objects) if (alike.length > 1) same[number] = takeSame(alike);
  return { value, same };
}

/** Takes out of objects what is the same in all of them. */
function takeSame(objects: readonly Packed[][]): [number[], Packed[]] {
  const [first, ...others] = objects as [Packed[], ...Packed[][]];
  const isSame = first.map((value, index) => others.every((other) => equals(other[index]!, value)));
  const values = first.filter((_, index) => isSame[index]);
  for (const object of objects) object.splice(0, Infinity, ...object.filter((_, index) => !isSame[index]));
  return [isSame.flatMap((yes, index) => (yes ? [index] : [])), values];
}

function equals(one: Packed, other: Packed): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => equals(item, other[index]!));
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if ("list" in one && "list" in other) return equals(one.list, other.list);
  return "text" in one && "text" in other && one.text === other.text;
}

/** Unpacks what `pack` packed. @param textOf gives the text of a number */
export function unpack(
  document: DocumentNode,
  { value, same }: PackedAnswer,
  textOf: (number: number) => string | undefined,
): unknown {
  const open = (packed: Packed, place: Place | null): unknown => {
    if (typeof packed !== "object" || packed === null) return packed;
    if (Array.isArray(packed)) return object(packed, place!);
    return "list" in packed ? packed.list.map((item) => open(item, place)) : textOf(packed.text);
  };
  const object = (packed: readonly Packed[], { number, names, below }: Place): object => {
    const [fields, values] = same[number] ?? [[], []];
    let [shared, own] = [0, 0];
    const opened: Record<string, unknown> = {};
    names.forEach((name, index) => {
      const isShared = fields[shared] === index;
      opened[name] = open(isShared ? values[shared++]! : packed[own++]!, below[index]!);
    });
    return opened;
  };
  return open(value, placeOf(document));
}

/** A JSON schema; only the keywords that the description of the shim uses are known. */
export type Schema = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === "number",
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  string: (value) => typeof value === "string",
};

type Keyword = (expected: never, value: unknown, root: unknown) => boolean;
const isObject = (value: unknown): value is Record<string, unknown> => TYPES["object"]!(value);

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: (names: string | string[], value) => [names].flat().some((name) => typeNamed(name)(value)),
  enum: (choices: unknown[], value) => choices.includes(value),
  minimum: (least: number, value) => typeof value !== "number" || value >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  required: (names: string[], value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  properties: (schemas: Record<string, Schema>, value, root) =>
    !isObject(value) ||
    Object.entries(schemas).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fits(schema, value[name], root),
    ),
  items: (schema: Schema, value, root) =>
    !Array.isArray(value) || value.every((item) => fits(schema, item, root)),
  allOf: (schemas: Schema[], value, root) => schemas.every((schema) => fits(schema, value, root)),
  anyOf: (schemas: Schema[], value, root) => schemas.some((schema) => fits(schema, value, root)),
  $ref: (reference: string, value, root) => fits(resolved(reference, root), value, root),
  description: () => true,
  examples: () => true,
  format: () => true,
};

function typeNamed(name: string): (value: unknown) => boolean {
  const type = TYPES[name];
  if (!type) throw new Error(`There is no type ${name}.`);
  return type;
}

function resolved(reference: string, root: unknown): Schema {
  const found = reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root);
  if (!isObject(found)) throw new Error(`${reference} leads nowhere.`);
  return found;
}

/**
 * True if a value conforms to a schema.
 * @param root the document that references start from
 * @throws {Error} for keywords and types that are not known, and for references that lead nowhere.
 */
export function fits(schema: Schema, value: unknown, root: unknown): boolean {
  return Object.entries(schema).every(([name, expected]) => {
    const keyword = KEYWORDS[name];
    if (!keyword) throw new Error(`There is no keyword ${name}.`);
    return keyword(expected as never, value, root);
  });
}

/** Looks at every part of a schema. @throws {Error} like `fits`. */
export function checkSchema(schema: Schema, root: unknown): void {
  for (const [name, expected] of Object.entries(schema)) {
    if (!KEYWORDS[name]) throw new Error(`There is no keyword ${name}.`);
    if (name === "type") [expected as string | string[]].flat().forEach(typeNamed);
    if (name === "$ref") checkSchema(resolved(expected as string, root), root);
    if (name === "items") checkSchema(expected as Schema, root);
    if (name === "properties")
      Object.values(expected as object).forEach((each: Schema) => checkSchema(each, root));
    if (name === "allOf" || name === "anyOf")
      (expected as Schema[]).forEach((each) => checkSchema(each, root));
  }
}

import {
  buildSchema,
  type GraphQLObjectType,
  type GraphQLType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { READABLE_FIELDS, showsAllCategories, typesAt } from "../features/plugins/readableFields.ts";

/** Types of scalars; what is not listed is text. */
const SCALARS: Readonly<Record<string, string>> = { Int: "number", Boolean: "boolean", Cents: "number" };

/** Makes the types of what fragments of plugins give, from the text of the schema and the places. */
export function printFragmentTypes(schemaText: string, places: readonly string[]): string {
  const schema = buildSchema(schemaText);
  const types = Object.entries(READABLE_FIELDS).map(([name, fields]) => {
    const all = (schema.getType(name) as GraphQLObjectType).getFields();
    const lines = fields.map((field) => `  readonly ${field}?: ${printType(all[field]!.type)};`);
    return `/** Fields of \`${name}\` that a fragment may ask for; those are there that it asked for. */
export interface ${name}Fields {
${lines.join("\n")}
}`;
  });
  const at = places
    .filter((place) => typesAt(place).length > 0)
    .map((place) => {
      const given = typesAt(place).map((type) => `readonly ${type}: ${dataOn(type, place)}`);
      return `  readonly ${JSON.stringify(place)}: { ${given.join("; ")} };`;
    });
  return `${types.join("\n\n")}

/** Answers to fragments, by their place and the type that they are on. */
export interface FragmentsAt {
${at.join("\n")}
}

/** Props of a component whose slot has a fragment: \`AskingProps<"plugin_detail@post_extension_display_hook", "Post">\`. */
export type AskingProps<P extends Place & keyof FragmentsAt, T extends keyof FragmentsAt[P]> = Omit<PropsAt<P>, "data"> & {
  readonly data: FragmentsAt[P][T] | null;
};`;
}

function dataOn(type: string, place: string): string {
  const fields = `${type}Fields`;
  return type === "Category" && showsAllCategories(place) ? `Readonly<Record<string, ${fields}>>` : fields;
}

function printType(type: GraphQLType): string {
  if (!isNonNullType(type)) return `${printPresent(type)} | null`;
  return printPresent(type.ofType);
}

function printPresent(type: GraphQLType): string {
  if (isListType(type)) {
    const item = printType(type.ofType);
    return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
  }
  if (isObjectType(type)) return `${type.name}Fields`;
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => JSON.stringify(name))
      .join(" | ");
  return SCALARS[String(type)] ?? "string";
}

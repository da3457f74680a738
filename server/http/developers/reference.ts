import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from "graphql";

interface Member {
  readonly name: string;
  readonly type?: GraphQLType;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  readonly args?: readonly GraphQLArgument[];
}

/** Renders every type of the schema as a section with its fields, arguments and values. */
export function renderReference(schema: GraphQLSchema): string {
  const roots = ["Query", "Mutation", "Subscription"];
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type))
    .toSorted((a, b) => rankOf(a.name, roots) - rankOf(b.name, roots) || (a.name < b.name ? -1 : 1));
  return types.map(renderType).join("\n");
}

function rankOf(name: string, roots: readonly string[]): number {
  const index = roots.indexOf(name);
  return index < 0 ? roots.length : index;
}

function renderType(type: GraphQLNamedType): string {
  const rows = membersOf(type).map(
    ({ name, type: of, description, deprecationReason, args }) =>
      `<dt id="${type.name}.${name}"><code>${name}${of ? `: ${refOf(of)}` : ""}</code></dt><dd>${textOf(description, deprecationReason)}${argumentsOf(args)}</dd>`,
  );
  const list = rows.length > 0 ? `<dl>${rows.join("")}</dl>` : "";
  return `<section id="${type.name}"><h2>${type.name}</h2><p>${escaped(type.description ?? "")}</p>${list}</section>`;
}

function membersOf(type: GraphQLNamedType): Member[] {
  if (isEnumType(type)) return [...type.getValues()];
  if (isUnionType(type)) return type.getTypes().map(({ name, description }) => ({ name, description }));
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.values<Member>(type.getFields()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [];
}

function argumentsOf(args: readonly GraphQLArgument[] = []): string {
  const items = args.map(
    (arg) =>
      `<li><code>${arg.name}: ${refOf(arg.type)}${defaultOf(arg)}</code> ${textOf(arg.description, arg.deprecationReason)}</li>`,
  );
  return items.length > 0 ? `<ul>${items.join("")}</ul>` : "";
}

function defaultOf({ defaultValue }: GraphQLArgument | GraphQLInputField): string {
  return defaultValue === undefined ? "" : ` = ${escaped(JSON.stringify(defaultValue))}`;
}

function textOf(description?: string | null, deprecation?: string | null): string {
  return escaped([description, deprecation && `Deprecated: ${deprecation}`].filter(Boolean).join(" "));
}

/** The type as it is written, with a link to it; scalars of GraphQL itself have no section. */
function refOf(type: GraphQLType): string {
  const { name } = getNamedType(type);
  const [before = "", after = ""] = String(type).split(name);
  const link = isSpecifiedScalarType(getNamedType(type)) ? name : `<a href="#${name}">${name}</a>`;
  return `${before}${link}${after}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

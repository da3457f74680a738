import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLFieldConfigMap,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  parse,
  printSchema,
  type SelectionSetNode,
  specifiedScalarTypes,
  type TypeDefinitionNode,
  visit,
} from "graphql";
import type { Context, Services } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { refuseQueryBeyondScope } from "../../../core/tokenScope.ts";
import { refuseIfClosed, refuseUnlessJoined } from "../../../core/viewer.ts";
import { manifestOf } from "../installed.service.ts";
import type { Plugin } from "../plugin.entity.ts";
import { enabledPlugins } from "../plugin.loaders.ts";
import { ownSchema } from "./ownGraphql.ts";
import { checkMutations, mutatePlugin, noteMisfit, queryPlugin } from "./partCalls.service.ts";

/** Fields of a plugin that a document may ask for in one place. */
const CALLS_MAX = 10;
/** Rows of a list of a plugin, for the cost of documents: they come in one answer, without a statement for each. */
const LIST_SIZE = 10;
/** Whoever may not ask `pluginQuery` may not ask for the types either. */
const QUERY_NAME = "pluginQuery";

type Fields = GraphQLFieldConfigMap<Calls, Context>;

/** Calls of one selection on a plugin. */
interface Calls {
  count: number;
  /** Ends when the changes before have ended: fields of a mutation run one after the other, also below its root. */
  last: Promise<unknown>;
}

interface Extended {
  /** Changes with the types of plugins that are switched on. */
  readonly key: string;
  readonly schema: GraphQLSchema | null;
}

const extended = new WeakMap<Services, Extended>();
const keys = new WeakMap<readonly Plugin[], string>();

/**
 * Adds the types of plugins that are switched on to the public schema: `plugin_<name>` of Query and of Mutation has their
 * fields, and each type is named `Plugin_<name>__<Type>`, so that nothing clashes. What cannot be added is left out.
 * @returns the same schema until plugins change; null if no plugin has types
 */
export async function withPluginTypes(ctx: Context, schema: GraphQLSchema): Promise<GraphQLSchema | null> {
  const plugins = await enabledPlugins(ctx);
  const key = keyOf(plugins);
  const before = extended.get(ctx.services);
  if (before?.key === key) return before.schema;
  const made = key === "" ? null : extend(ctx, schema, plugins);
  extended.set(ctx.services, { key, schema: made });
  return made;
}

function keyOf(plugins: readonly Plugin[]): string {
  let key = keys.get(plugins);
  if (key === undefined) {
    const types = plugins.flatMap((plugin) => {
      const graphql = manifestOf(plugin).server?.graphql;
      return graphql === undefined ? [] : [[plugin.name, graphql]];
    });
    keys.set(plugins, (key = types.length > 0 ? JSON.stringify(types) : ""));
  }
  return key;
}

function extend(ctx: Context, schema: GraphQLSchema, plugins: readonly Plugin[]): GraphQLSchema {
  const queries: Fields = {};
  const mutations: Fields = {};
  const types: GraphQLNamedType[] = [];
  for (const plugin of plugins) {
    const graphql = manifestOf(plugin).server?.graphql;
    if (graphql === undefined) continue;
    try {
      const made = typesOf(plugin, graphql);
      const field = nameInSchema(plugin.name);
      if (made.query) queries[field] = rootField(made.query, plugin, (ctx) => mayQuery(ctx));
      const check = (ctx: Context, info: GraphQLResolveInfo) =>
        checkMutations(ctx, plugin.name, namesIn(info));
      if (made.mutation) mutations[field] = rootField(made.mutation, plugin, check);
      types.push(...made.types);
    } catch (error) {
      const reason = (error as Error).message;
      ctx.services.log.warn({ plugin: plugin.name, reason }, "the types of a plugin cannot be added");
    }
  }
  const config = schema.toConfig();
  const roots = [withFields(config.query!, queries), withFields(config.mutation!, mutations)] as const;
  const others = config.types.filter((type) => type !== config.query && type !== config.mutation);
  return new GraphQLSchema({
    ...config,
    query: roots[0],
    mutation: roots[1],
    types: [...others, ...types],
    assumeValid: true,
  });
}

function withFields(type: GraphQLObjectType, further: Fields): GraphQLObjectType {
  const config = type.toConfig();
  return new GraphQLObjectType({ ...config, fields: { ...config.fields, ...further } });
}

/** Name of a plugin in the schema. Names of plugins have no underscores, so no two become alike. */
function nameInSchema(plugin: string): string {
  return `plugin_${plugin.replaceAll("-", "_")}`;
}

function rootField(
  type: GraphQLObjectType,
  plugin: Plugin,
  check: (ctx: Context, info: GraphQLResolveInfo) => void | Promise<void>,
): Fields[string] {
  return {
    type,
    description: `The plugin ${manifestOf(plugin).names.en}.`,
    async resolve(_source, _args, ctx, info): Promise<Calls> {
      await check(ctx, info);
      return { count: 0, last: Promise.resolve() };
    },
  };
}

/** Lists the fields that a document selects of a plugin, in fragments too. */
function namesIn({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const names = new Set<string>();
  const look = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? [])
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) look(selection.selectionSet);
      else look(fragments[selection.name.value]?.selectionSet);
  };
  for (const { selectionSet } of fieldNodes) look(selectionSet);
  return names;
}

/** Queries of the schema are closed with the site, and to tokens without their area; commands refuse by themselves. */
function mayQuery({ viewer, token }: Context): void {
  refuseIfClosed(viewer);
  refuseUnlessJoined(viewer);
  if (token) refuseQueryBeyondScope(token, QUERY_NAME);
}

/** Makes the types of a plugin under names of its own, with fields that its process answers. */
function typesOf(plugin: Plugin, text: string) {
  const own = ownSchema(text);
  // Two underscores end the name of the plugin, which has single ones alone.
  const prefix = `P${nameInSchema(plugin.name).slice(1)}__`;
  const document = renamed(parse(printSchema(own), { noLocation: true }), prefix);
  const made = buildASTSchema(document, { assumeValidSDL: true });
  const types = Object.values(made.getTypeMap()).filter(({ name }) => name.startsWith(prefix));
  const find = (type: GraphQLObjectType | null | undefined) =>
    type ? (made.getType(prefix + type.name) as GraphQLObjectType) : null;
  const [query, mutation] = [find(own.getQueryType()), find(own.getMutationType())];
  for (const type of types) if (isObjectType(type)) answerFrom(type, plugin.name);
  if (query) callFrom(query, plugin.name, "query");
  if (mutation) callFrom(mutation, plugin.name, "mutation");
  return { query, mutation, types };
}

const SPECIFIED = new Set(specifiedScalarTypes.map(({ name }) => name));

/** Puts a prefix before the names of all types of a document that are its own. */
function renamed(document: DocumentNode, prefix: string): DocumentNode {
  const rename = <N extends NamedTypeNode | TypeDefinitionNode>(node: N): N =>
    SPECIFIED.has(node.name.value)
      ? node
      : { ...node, name: { ...node.name, value: prefix + node.name.value } };
  return visit(document, {
    [Kind.SCHEMA_DEFINITION]: () => null,
    [Kind.DIRECTIVE_DEFINITION]: () => null,
    [Kind.NAMED_TYPE]: rename,
    [Kind.OBJECT_TYPE_DEFINITION]: rename,
    [Kind.INPUT_OBJECT_TYPE_DEFINITION]: rename,
    [Kind.ENUM_TYPE_DEFINITION]: rename,
    [Kind.SCALAR_TYPE_DEFINITION]: rename,
  });
}

/** Fields of rows read what the plugin has answered; what does not have its type is a fault of the plugin. */
function answerFrom(type: GraphQLObjectType, plugin: string): void {
  for (const field of Object.values(type.getFields())) {
    field.extensions = { ...field.extensions, listSize: LIST_SIZE };
    field.resolve = (source: Readonly<Record<string, unknown>>, _args, ctx: Context) =>
      fitting(ctx, plugin, field.type, Object.hasOwn(source, field.name) ? source[field.name] : null);
  }
}

/** Fields of Query and Mutation are asked of the process of the plugin. */
function callFrom(type: GraphQLObjectType, plugin: string, kind: "query" | "mutation"): void {
  for (const field of Object.values(type.getFields()))
    field.resolve = async (calls: Calls, args: object, ctx: Context) => {
      if (++calls.count > CALLS_MAX)
        throw invalid(
          field.name,
          `一次最多 ${CALLS_MAX} 项`,
          `Ask for at most ${CALLS_MAX} fields of a plugin.`,
        );
      const call = { plugin, field: field.name, args };
      if (kind === "query") return fitting(ctx, plugin, field.type, await queryPlugin(ctx, call));
      const answer = calls.last.then(() => mutatePlugin(ctx, call));
      calls.last = answer.catch(() => null);
      return fitting(ctx, plugin, field.type, await answer);
    };
}

function fitting(ctx: Context, plugin: string, type: GraphQLOutputType, value: unknown): unknown {
  return fits(type, value) ? value : noteMisfit(ctx, plugin, String(type));
}

function fits(type: GraphQLOutputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && value !== undefined && fits(type.ofType, value);
  if (value === null || value === undefined) return true;
  if (isListType(type)) return Array.isArray(value) && value.every((each) => fits(type.ofType, each));
  if (!isLeafType(type)) return typeof value === "object" && !Array.isArray(value);
  try {
    return type.serialize(value) !== undefined;
  } catch {
    return false;
  }
}

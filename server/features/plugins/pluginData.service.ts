import {
  execute,
  getNamedType,
  type GraphQLObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Context } from "../../core/context.ts";
import { readerOf } from "../../core/readBudget.ts";
import { checkFragments, readFragment, schemaAt } from "./fragments.ts";
import { manifestOf, shownViews } from "./installed.service.ts";
import type { Plugin } from "./plugin.entity.ts";
import { enabledPlugins, enabledPluginsAtHand } from "./plugin.loaders.ts";
import { typeAt } from "./readableFields.ts";

/** Selections of the plugins of one place, as one document. */
interface Plan {
  readonly names: readonly string[];
  readonly document: DocumentNode;
}

/** Selections of all plugins by place; made once for each list of plugins that is read. */
const plansOf = new WeakMap<readonly Plugin[], ReadonlyMap<string, Plan>>();

/**
 * Gives what plugins ask for of an object at a place, as JSON by the names of the plugins; null if none asks. Resolvers,
 * permissions and batched reads are those of the page's own query, whose answer it is part of (decision 0354).
 */
export function pluginDataAt(
  ctx: Context,
  schema: GraphQLSchema,
  place: string,
  source: object,
): string | null | Promise<string | null> {
  const known = enabledPluginsAtHand(ctx);
  if (known && !plansFor(schema, known).has(place)) return null;
  return readAt(ctx, schema, place, source).then((data) => data && JSON.stringify(data));
}

/** Gives what plugins ask for of the site, by places and then plugins, as JSON; null if none asks. */
export async function pluginDataOfSite(
  ctx: Context,
  schema: GraphQLSchema,
  site: object,
): Promise<string | null> {
  const places = [...plansFor(schema, await enabledPlugins(ctx)).keys()].filter(
    (place) => typeAt(place) === "Site",
  );
  if (places.length === 0) return null;
  const found = await Promise.all(
    places.map(async (place) => [place, await readAt(ctx, schema, place, site)] as const),
  );
  return JSON.stringify(Object.fromEntries(found));
}

async function readAt(
  ctx: Context,
  schema: GraphQLSchema,
  place: string,
  source: object,
): Promise<Record<string, unknown> | null> {
  const plan = plansFor(schema, await enabledPlugins(ctx)).get(place);
  if (!plan) return null;
  ctx.services.reads.charge(readerOf(ctx), plan.names.length);
  const { data, errors } = await execute({
    schema: schemaAt(schema, typeAt(place)!),
    document: plan.document,
    rootValue: source,
    contextValue: ctx,
  });
  for (const error of errors ?? [])
    ctx.services.log.warn({ place, error: error.message }, "a fragment of a plugin cannot be answered");
  return Object.fromEntries(plan.names.map((name, index) => [name, data?.[`p${index}`] ?? null]));
}

function plansFor(schema: GraphQLSchema, plugins: readonly Plugin[]): ReadonlyMap<string, Plan> {
  let plans = plansOf.get(plugins);
  if (!plans) plansOf.set(plugins, (plans = makePlans(schema, plugins)));
  return plans;
}

function makePlans(schema: GraphQLSchema, plugins: readonly Plugin[]): Map<string, Plan> {
  const asked = new Map<string, Map<string, SelectionSetNode>>();
  const shown = shownViews(plugins);
  for (const plugin of plugins)
    for (const { place, fragment } of shown.get(plugin.name)!) {
      if (fragment === null) continue;
      if (!fits(schema, plugin)) continue;
      const byName = asked.get(place) ?? new Map<string, SelectionSetNode>();
      asked.set(place, byName.set(plugin.name, readFragment(fragment).selectionSet));
    }
  return new Map(
    [...asked].map(([place, byName]) => [
      place,
      planOf(schema.getType(typeAt(place)!) as GraphQLObjectType, byName),
    ]),
  );
}

/** False for a plugin whose fragments another version of the forum cannot answer: it gets nothing. */
function fits(schema: GraphQLSchema, plugin: Plugin): boolean {
  try {
    checkFragments(schema, manifestOf(plugin));
    return true;
  } catch {
    return false;
  }
}

function planOf(type: GraphQLObjectType, byName: ReadonlyMap<string, SelectionSetNode>): Plan {
  const selections = [...byName.values()].map((selectionSet, index): FieldNode => ({
    ...fieldNamed("at"),
    alias: { kind: Kind.NAME, value: `p${index}` },
    selectionSet: withTags(selectionSet, type),
  }));
  return {
    names: [...byName.keys()],
    document: {
      kind: Kind.DOCUMENT,
      definitions: [
        {
          kind: Kind.OPERATION_DEFINITION,
          operation: OperationTypeNode.QUERY,
          selectionSet: { kind: Kind.SELECTION_SET, selections },
        },
      ],
    },
  };
}

/** Adds type and id to each selection, by which a finished page knows what it shows. */
function withTags(set: SelectionSetNode, type: GraphQLObjectType): SelectionSetNode {
  const fields = type.getFields();
  const below = set.selections.map((selection): SelectionNode => {
    if (selection.kind !== Kind.FIELD || !selection.selectionSet) return selection;
    const inner = getNamedType(fields[selection.name.value]!.type) as GraphQLObjectType;
    return { ...selection, selectionSet: withTags(selection.selectionSet, inner) };
  });
  const tags = [fieldNamed("__typename"), ...(fields["id"] ? [fieldNamed("id")] : [])];
  return { ...set, selections: [...tags, ...below] };
}

function fieldNamed(name: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } };
}

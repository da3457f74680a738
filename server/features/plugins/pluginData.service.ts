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
import { checkFragments, readFragment, schemaAt, typeOf } from "./fragments.ts";
import { manifestOf, shownViews } from "./installed.service.ts";
import type { Plugin } from "./plugin.entity.ts";
import { enabledPlugins, enabledPluginsAtHand } from "./plugin.loaders.ts";
import type { FragmentType } from "./readableFields.ts";

/** Selections of the plugins of one place, as one document. */
interface Plan {
  readonly place: string;
  readonly names: readonly string[];
  readonly document: DocumentNode;
}

/** Selections of all plugins by the type that they are on and the place. */
type Plans = ReadonlyMap<FragmentType, ReadonlyMap<string, Plan>>;

/** Made once for each list of plugins that is read. */
const plansOf = new WeakMap<readonly Plugin[], Plans>();

/** An object that a page shows, and its type. */
interface Shown {
  readonly type: FragmentType;
  readonly source: object;
}

/**
 * Gives what plugins ask for of an object at a place, as JSON by the names of the plugins; null if none asks. Resolvers,
 * permissions and batched reads are those of the page's own query, whose answer it is part of (decision 0354).
 */
export function pluginDataAt(
  ctx: Context,
  schema: GraphQLSchema,
  place: string,
  shown: Shown,
): string | null | Promise<string | null> {
  const plansAt = (plugins: readonly Plugin[]) => plansFor(schema, plugins).get(shown.type)?.get(place);
  const known = enabledPluginsAtHand(ctx);
  if (known && !plansAt(known)) return null;
  return enabledPlugins(ctx).then(async (plugins) => {
    const plan = plansAt(plugins);
    return plan ? JSON.stringify(await answer(ctx, schema, plan, shown)) : null;
  });
}

/** Gives what plugins ask for of an object at all places of a kind, by places and then plugins, as JSON; null if none asks. */
export function pluginDataOf(
  ctx: Context,
  schema: GraphQLSchema,
  shown: Shown,
  isAsked: (place: string) => boolean = () => true,
): string | null | Promise<string | null> {
  const plansIn = (plugins: readonly Plugin[]) =>
    [...(plansFor(schema, plugins).get(shown.type)?.values() ?? [])].filter(({ place }) => isAsked(place));
  const known = enabledPluginsAtHand(ctx);
  if (known && plansIn(known).length === 0) return null;
  return enabledPlugins(ctx).then(async (plugins) => {
    const plans = plansIn(plugins);
    if (plans.length === 0) return null;
    const answers = plans.map(async (plan) => [plan.place, await answer(ctx, schema, plan, shown)] as const);
    return JSON.stringify(Object.fromEntries(await Promise.all(answers)));
  });
}

async function answer(
  ctx: Context,
  schema: GraphQLSchema,
  plan: Plan,
  { type, source }: Shown,
): Promise<Record<string, unknown>> {
  ctx.services.reads.charge(readerOf(ctx), plan.names.length);
  const { data, errors } = await execute({
    schema: schemaAt(schema, type),
    document: plan.document,
    rootValue: source,
    contextValue: ctx,
  });
  for (const error of errors ?? [])
    ctx.services.log.warn(
      { place: plan.place, error: error.message },
      "a fragment of a plugin cannot be answered",
    );
  return Object.fromEntries(plan.names.map((name, index) => [name, data?.[`p${index}`] ?? null]));
}

function plansFor(schema: GraphQLSchema, plugins: readonly Plugin[]): Plans {
  let plans = plansOf.get(plugins);
  if (!plans) plansOf.set(plugins, (plans = makePlans(schema, plugins)));
  return plans;
}

function makePlans(schema: GraphQLSchema, plugins: readonly Plugin[]): Plans {
  const asked = new Map<FragmentType, Map<string, Map<string, SelectionSetNode>>>();
  const shown = shownViews(plugins);
  for (const plugin of plugins)
    for (const { place, fragment } of shown.get(plugin.name)!) {
      if (fragment === null) continue;
      if (!fits(schema, plugin)) continue;
      const definition = readFragment(fragment);
      const byPlace = asked.get(typeOf(definition)) ?? new Map<string, Map<string, SelectionSetNode>>();
      const byName = byPlace.get(place) ?? new Map<string, SelectionSetNode>();
      asked.set(typeOf(definition), byPlace.set(place, byName.set(plugin.name, definition.selectionSet)));
    }
  const plansOn = (type: FragmentType, byPlace: ReadonlyMap<string, ReadonlyMap<string, SelectionSetNode>>) =>
    new Map(
      [...byPlace].map(([place, byName]) => [
        place,
        planOf(place, schema.getType(type) as GraphQLObjectType, byName),
      ]),
    );
  return new Map([...asked].map(([type, byPlace]) => [type, plansOn(type, byPlace)]));
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

function planOf(place: string, type: GraphQLObjectType, byName: ReadonlyMap<string, SelectionSetNode>): Plan {
  const selections = [...byName.values()].map((selectionSet, index): FieldNode => ({
    ...fieldNamed("at"),
    alias: { kind: Kind.NAME, value: `p${index}` },
    selectionSet: withTags(selectionSet, type),
  }));
  return {
    place,
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

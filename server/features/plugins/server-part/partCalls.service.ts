import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { pluginPermission } from "../../../core/permissions.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { runOwn } from "./ownGraphql.ts";
import { askPart, getServerPart, notePartFault, type PluginWithServer } from "./partHost.service.ts";
import { PartFault, PartRefusal } from "./partProcess.ts";

/** A document on the types of a plugin. */
export interface PluginCall {
  readonly plugin: string;
  readonly document: string;
  readonly variables: string | undefined;
}

/** One field of the types of a plugin. */
export interface PluginFieldCall {
  readonly plugin: string;
  readonly field: string;
  readonly args: object;
}

/**
 * Answers a query on the types of a plugin, as JSON, or one field of them.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER; OVERLOADED if the plugin fails.
 */
export function queryPlugin(ctx: Context, call: PluginCall | PluginFieldCall): Promise<unknown> {
  return callPlugin(ctx, "query", call);
}

/** Queries on the types of plugins in one request. */
const QUERIES_MAX = 50;

/**
 * Answers several queries on the types of plugins, each by itself.
 * @throws {DomainError} INVALID_PARAMETER for too many
 */
export function queryPlugins(
  ctx: Context,
  calls: readonly (Omit<PluginCall, "variables"> & Partial<PluginCall>)[],
): Promise<unknown>[] {
  if (calls.length > QUERIES_MAX)
    throw invalid("inputs", `一次最多 ${QUERIES_MAX} 个查询`, `At most ${QUERIES_MAX} queries at once.`);
  return calls.map(({ plugin, document, variables }) => queryPlugin(ctx, { plugin, document, variables }));
}

/**
 * Runs a mutation on the types of a plugin, and gives its answer as JSON, or runs one field of them.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission to use the plugin; INVALID_PARAMETER; OVERLOADED if the
 *   plugin fails.
 */
export const mutatePlugin = verb({
  name: "mutatePlugin",
  who: "member",
  rate: "edit",
  run: (ctx: Context, call: PluginCall | PluginFieldCall): Promise<unknown> =>
    callPlugin(ctx, "mutation", call),
});

/** Checks before any of several mutations is run. @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission */
export async function checkMutations(ctx: Context, name: string, fields: Iterable<string>): Promise<void> {
  const part = await getServerPart(ctx, name);
  for (const field of fields) refuseWithoutUse(ctx, part, field);
}

function refuseWithoutUse(ctx: Context, { plugin, server }: PluginWithServer, field: string): void {
  if (server.canInsert?.includes(field)) allow(ctx.viewer.check(pluginPermission(plugin.name)));
}

/** Takes note of an answer that does not have its type. @throws {DomainError} OVERLOADED */
export async function noteMisfit(ctx: Context, name: string, type: string): Promise<never> {
  const fault = new PartFault(`The answer does not fit its types: ${type}.`);
  await notePartFault(ctx, await getServerPart(ctx, name), { kind: "query", name: "graphql" }, fault);
  throw unavailable(name);
}

function unavailable(name: string): DomainError {
  return new DomainError("OVERLOADED", {
    text: { zh: `插件 ${name} 没有响应`, en: `The plugin ${name} does not answer.` },
  });
}

async function callPlugin(
  ctx: Context,
  kind: "query" | "mutation",
  call: PluginCall | PluginFieldCall,
): Promise<unknown> {
  const { plugin: name } = call;
  const part = await getServerPart(ctx, name);
  const { graphql } = part.server;
  if (graphql === undefined) throw new DomainError("NOT_FOUND");
  const viewerId = ctx.viewer.isMember ? String(ctx.viewer.id) : null;
  const check = (field: string): void => {
    if (kind === "mutation") refuseWithoutUse(ctx, part, field);
  };
  const answer = (field: string, args: object): Promise<unknown> =>
    askPart(ctx, part, { kind, name: field, payload: args, viewerId });
  try {
    if ("document" in call) return await runOwn(graphql, kind, call, answer, check);
    check(call.field);
    return await answer(call.field, call.args);
  } catch (error) {
    if (error instanceof PartRefusal) throw invalid("document", error.message, error.message);
    if (!(error instanceof PartFault)) throw error;
    await notePartFault(ctx, part, { kind, name: "graphql" }, error);
    throw unavailable(name);
  }
}

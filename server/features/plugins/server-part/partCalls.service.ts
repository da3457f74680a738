import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { pluginPermission } from "../../../core/permissions.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { runOwn } from "./ownGraphql.ts";
import { askPart, getServerPart, notePartFault } from "./partHost.service.ts";
import { PartFault } from "./partProcess.ts";

/** A document on the types of a plugin. */
export interface PluginCall {
  readonly plugin: string;
  readonly document: string;
  readonly variables: string | undefined;
}

/**
 * Answers a query on the types of a plugin, as JSON.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER; OVERLOADED if the plugin fails.
 */
export function queryPlugin(ctx: Context, call: PluginCall): Promise<string> {
  return callPlugin(ctx, "query", call);
}

/**
 * Runs a mutation on the types of a plugin, and gives its answer as JSON.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission to use the plugin; INVALID_PARAMETER; OVERLOADED if the
 *   plugin fails.
 */
export const mutatePlugin = verb({
  name: "mutatePlugin",
  who: "member",
  rate: "edit",
  run: (ctx: Context, call: PluginCall): Promise<string> => callPlugin(ctx, "mutation", call),
});

async function callPlugin(
  ctx: Context,
  kind: "query" | "mutation",
  { plugin: name, document, variables }: PluginCall,
): Promise<string> {
  const part = await getServerPart(ctx, name);
  const { graphql } = part.server;
  if (graphql === undefined) throw new DomainError("NOT_FOUND");
  const viewerId = ctx.viewer.isMember ? String(ctx.viewer.id) : null;
  try {
    return await runOwn(
      graphql,
      kind,
      { document, variables },
      (field, args) => askPart(ctx, part, { kind, name: field, payload: args, viewerId }),
      (field) => {
        if (kind === "mutation" && part.server.canInsert?.includes(field))
          allow(ctx.viewer.check(pluginPermission(name)));
      },
    );
  } catch (error) {
    if (!(error instanceof PartFault)) throw error;
    await notePartFault(ctx, part, { kind, name: "graphql" }, error);
    throw new DomainError("OVERLOADED", {
      text: { zh: `插件 ${name} 没有响应`, en: `The plugin ${name} does not answer.` },
    });
  }
}

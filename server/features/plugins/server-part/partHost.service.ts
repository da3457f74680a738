import type { Context, Services } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { LoaderStore } from "../../../core/loaders.ts";
import { Viewer } from "../../../core/viewer.ts";
import { viewerFor } from "../../auth/sessions/viewer.service.ts";
import { readCode } from "../codeFiles.ts";
import { noteServerFault } from "../fault.service.ts";
import { manifestOf, mayInsert, valuesOf } from "../installed.service.ts";
import type { Plugin } from "../plugin.entity.ts";
import { enabledPlugins } from "../plugin.loaders.ts";
import { secretsOf } from "./secrets.ts";
import { noteCost } from "./costs.service.ts";
import { operate } from "./pluginData.ts";
import { PartFault, PartProcess, type PartRequest } from "./partProcess.ts";
import type { ServerManifest } from "./serverManifest.ts";

const FIELD_LIMIT_MS = 3_000;
const READ_TEXT_MAX = 4_000;

interface Running {
  /** Changes with code, manifest and settings. */
  readonly key: string;
  readonly process: PartProcess;
}

const running = new WeakMap<Services, Map<string, Running>>();

/** A plugin that has a server part. */
export interface PluginWithServer {
  readonly plugin: Plugin;
  readonly server: ServerManifest;
}

/** Lists the plugins that are switched on and have a server part. */
export async function serverParts(ctx: Context): Promise<PluginWithServer[]> {
  return (await enabledPlugins(ctx)).flatMap((plugin) => {
    const { server } = manifestOf(plugin);
    return server ? [{ plugin, server }] : [];
  });
}

/** Finds the server part of a plugin that is switched on. @throws {DomainError} NOT_FOUND */
export async function getServerPart(ctx: Context, name: string): Promise<PluginWithServer> {
  const found = (await serverParts(ctx)).find(({ plugin }) => plugin.name === name);
  if (!found) throw new DomainError("NOT_FOUND");
  return found;
}

/**
 * Asks a server part, starting its process if need be. A failure is noted as a fault of the plugin.
 * @throws {PartRefusal} with what the plugin says
 * @throws {PartFault}
 */
export async function askPart(
  ctx: Context,
  part: PluginWithServer,
  request: PartRequest,
  limitMs = FIELD_LIMIT_MS,
): Promise<unknown> {
  const began = performance.now();
  let isError = false;
  try {
    const canInsert = request.viewerId !== null && mayInsert(ctx, part.plugin);
    return await (await processOf(ctx, part)).ask({ ...request, canInsert }, limitMs);
  } catch (error) {
    isError = error instanceof PartFault;
    if (error instanceof PartFault) await notePartFault(ctx, part, request, error);
    throw error;
  } finally {
    const { kind, name } = request;
    const ms = performance.now() - began;
    noteCost(ctx, { pluginId: part.plugin.id, handler: `${kind}.${name}`, ms, isError });
  }
}

/** Takes note of a failure of a server part, once. */
export async function notePartFault(
  ctx: Context,
  { plugin }: PluginWithServer,
  { kind, name }: Pick<PartRequest, "kind" | "name">,
  fault: PartFault,
): Promise<void> {
  const { message, partStack: stack } = fault;
  if (fault.isNoted) return;
  // Before the first wait: several who asked have the same fault.
  fault.isNoted = true;
  await noteServerFault(ctx, plugin, { place: `server.${kind}.${name}`, message, stack });
}

async function processOf(ctx: Context, part: PluginWithServer): Promise<PartProcess> {
  const { services } = ctx;
  const { plugin, server } = part;
  const parts = running.get(services) ?? new Map<string, Running>();
  running.set(services, parts);
  const key = `${plugin.hash} ${plugin.settings} ${plugin.secrets} ${plugin.manifest}`;
  const before = parts.get(plugin.name);
  if (before?.key === key && before.process.isAlive) return before.process;
  const code = await readCode(services, plugin.name, plugin.hash);
  if (!code?.server) throw new PartFault("There is no server.js, or not the one that was installed.");
  const now = parts.get(plugin.name);
  if (now?.key === key && now.process.isAlive) return now.process;
  now?.process.end();
  const calls = {
    data: (operations: unknown) => operate(ownContext(ctx), plugin.name, server, operations),
    query: (payload: unknown) => queryAsVisitor(ownContext(ctx), part, payload),
  };
  const settings = { ...valuesOf(plugin), ...secretSettingsOf(services, plugin) };
  const process = new PartProcess(code.server, settings, calls, (fault, isAnswered) => {
    services.log.warn({ plugin: plugin.name, fault: fault.message }, "the server part of a plugin failed");
    if (!isAnswered) noteUnasked(ownContext(ctx), plugin, fault);
  });
  parts.set(plugin.name, { key, process });
  return process;
}

/** Takes note of a failure that nobody waited for. */
function noteUnasked(ctx: Context, plugin: Plugin, { message, partStack: stack }: PartFault): void {
  noteServerFault(ctx, plugin, { place: "server", message, stack }).catch((error: unknown) =>
    ctx.services.log.error({ plugin: plugin.name, error: String(error) }, "a fault cannot be noted"),
  );
}

/** The secret settings of a plugin as its server part reads them: empty ones too. */
function secretSettingsOf(services: Services, plugin: Plugin): Record<string, string> {
  const values = secretsOf(services, plugin);
  const keys = manifestOf(plugin).settings.flatMap(({ kind, key }) => (kind === "secret" ? [key] : []));
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? ""]));
}

/** A context of its own for what a plugin does: outside of the request that asked it, and nobody. */
function ownContext(ctx: Context): Context {
  const { services } = ctx;
  const nobody = { viewer: Viewer.visitor(new Set()), sessionId: null, proof: "none" as const, audit: null };
  return {
    ...ctx,
    ...nobody,
    now: new Date(),
    db: services.database.manager,
    writing: false,
    loaders: new LoaderStore(),
    emit: (event) => services.publish(event),
  };
}

/** Answers a query as to a visitor: a plugin reads what is open to all. @throws {Error} with what is wrong */
async function queryAsVisitor(
  ctx: Context,
  { plugin, server }: PluginWithServer,
  payload: unknown,
): Promise<unknown> {
  if (!server.capabilities.includes("read")) throw new Error('The manifest does not ask for "read".');
  const { document, variables } = payload as { document?: unknown; variables?: unknown };
  if (typeof document !== "string" || document.length > READ_TEXT_MAX) throw new Error("Give a query.");
  if (typeof (variables ?? {}) !== "object") throw new Error("The variables must be an object.");
  const viewer = await viewerFor(ctx, null);
  return ctx.services.runForeignQuery(
    { ...ctx, viewer, loaders: new LoaderStore() },
    {
      document,
      variables: (variables ?? {}) as Record<string, unknown>,
      reader: { kind: "address", key: `plugin:${plugin.name}` },
    },
  );
}

/** Ends the processes of plugins that are not switched on any more. */
export async function endIdleParts(ctx: Context): Promise<void> {
  const names = new Set((await serverParts(ctx)).map(({ plugin }) => plugin.name));
  for (const [name, { process }] of running.get(ctx.services) ?? [])
    if (!names.has(name)) {
      process.end();
      running.get(ctx.services)!.delete(name);
    }
}

/** Ends all processes of a program that stops. */
export function endParts(services: Services): void {
  for (const { process } of running.get(services)?.values() ?? []) process.end();
  running.delete(services);
}

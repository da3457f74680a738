import type { Readable } from "node:stream";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insertIgnore, lockWhere } from "../../core/write.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { discardCode, storeCode } from "./codeFiles.ts";
import { checkFragments } from "./fragments.ts";
import { getPluginNamed } from "./installed.service.ts";
import { compareVersions, type Manifest, refusePackage } from "./manifest.ts";
import { checkPackage, PACKAGE_MAX_BYTES, type PluginPackage } from "./archive/package.ts";
import { Plugin, PluginKeptData, PluginTier } from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import { invalidatePlugins } from "./plugin.loaders.ts";
import { keepShown } from "./replacement.service.ts";
import { ensureTables } from "./server-part/tables.sql.ts";
import { unzip } from "./archive/zip.ts";

/** Room for what a request holds besides its file, in bytes. */
const ENVELOPE_MAX_BYTES = 16_384;

/** A package before it is read. */
export interface PackageUpload {
  /** Length of the whole request as announced by the client, in bytes; NaN without one. */
  readonly announcedBytes: number;
  /** Begins to read. @returns null if there is no file */
  open(): Promise<{ readonly bytes: Readable } | null>;
}

/**
 * Installs a plugin that an administrator uploads, or another version of it; it runs in frames. A new one is off.
 * @emits pluginsChanged
 * @throws {DomainError} PROOF_NEEDED; INVALID_PARAMETER with what is wrong with the package, an older version included; ALREADY_EXISTS for a name or an app
 *   id of another plugin.
 */
export const installPlugin = verb({
  name: "installPlugin",
  who: "admin",
  rate: "upload",
  audited: true,
  async run(ctx: Context, upload: PackageUpload): Promise<Plugin> {
    await requireProof(ctx);
    if (upload.announcedBytes > PACKAGE_MAX_BYTES + ENVELOPE_MAX_BYTES) throw tooLarge();
    const arriving = await upload.open();
    if (!arriving) throw refusePackage("没有收到文件", "There is no file.");
    const files = unzip(await bytesOf(arriving.bytes));
    return storePlugin(ctx, checkPackage(files, PluginTier.FRAMED, ctx.services.version), PluginTier.FRAMED);
  },
});

function tooLarge(): DomainError {
  return refusePackage(
    `插件包过大，最大 ${PACKAGE_MAX_BYTES / 1e6} MB`,
    `The package is larger than ${PACKAGE_MAX_BYTES / 1e6} MB.`,
  );
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > PACKAGE_MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Installs a plugin whose code runs in the page itself, for the operator on the command line.
 * @emits pluginsChanged
 * @throws {DomainError} like `installPlugin`
 */
export function installTrusted(ctx: Context, files: ReadonlyMap<string, Buffer>): Promise<Plugin> {
  return storePlugin(ctx, checkPackage(files, PluginTier.TRUSTED, ctx.services.version), PluginTier.TRUSTED);
}

async function storePlugin(ctx: Context, code: PluginPackage, tier: PluginTier): Promise<Plugin> {
  const { pluginName: name } = code.manifest;
  checkFragments(ctx.services.schema, code.manifest);
  // Refused before anything is written; looked at again in the transaction.
  refuseIfTaken(await ctx.db.find(Plugin), code.manifest, tier);
  if (code.manifest.server) await ensureTables(ctx, name, code.manifest.server.tables);
  await storeCode(ctx.services, name, code);
  try {
    await inTransaction(ctx, (ctx) => storeRow(ctx, code, tier));
  } catch (error) {
    if (!(await ctx.db.existsBy(Plugin, { name, hash: code.hash })))
      await discardCode(ctx.services, name, code.hash);
    throw error;
  }
  invalidatePlugins(ctx);
  return getPluginNamed(ctx, name);
}

async function storeRow(ctx: Context, code: PluginPackage, tier: PluginTier): Promise<void> {
  const { pluginName: name, appid, version } = code.manifest;
  const all = await lockWhere(ctx, Plugin, {});
  refuseIfTaken(all, code.manifest, tier);
  const before = all.find((plugin) => plugin.name === name);
  const values = { version, manifest: JSON.stringify(code.manifest), hash: code.hash, changedAt: ctx.now };
  // What it left is its own again.
  await ctx.db.delete(PluginKeptData, { name });
  if (before) {
    await ctx.db.update(Plugin, { id: before.id }, { ...values, brokenAt: null });
    if (before.isEnabled) await keepShown(ctx, all, { ...before, ...values });
  }
  if (!before && (await insertIgnore(ctx, Plugin, [newRow(ctx, { ...values, name, appid, tier })])) === 0)
    throw new DomainError("ALREADY_EXISTS", { field: "package" });
  noteChange(ctx, {
    target: `plugin:${name}`,
    before: before && { version: before.version, hash: before.hash },
    after: {
      version,
      tier,
      hash: code.hash,
      isDowngrade: before && compareVersions(before.version, version) > 0,
    },
  });
  ctx.emit(pluginsChanged({ name }));
}

type NewValues = Pick<Plugin, "name" | "appid" | "tier" | "version" | "manifest" | "hash" | "changedAt">;

function newRow(ctx: Context, values: NewValues): Omit<Plugin, "id"> {
  return {
    ...values,
    settings: "{}",
    secrets: null,
    isEnabled: false,
    chosenPlaces: null,
    sort: 0,
    brokenAt: null,
    installedAt: ctx.now,
  };
}

/** Refuses a name or an app id of another plugin, an older version of an uploaded plugin, and a trusted plugin that is to be replaced from the web. */
function refuseIfTaken(
  all: readonly Plugin[],
  { pluginName: name, appid, version }: Manifest,
  tier: PluginTier,
): void {
  const rival = all.find((plugin) => (plugin.name === name) !== (plugin.appid === appid));
  if (rival)
    throw taken(
      `名称或 appid 已被插件 ${rival.name} 占用`,
      `The name or the app id belongs to the plugin ${rival.name}.`,
    );
  const before = all.find((plugin) => plugin.name === name);
  // A trusted plugin may go back to an older version on the command line, which says so.
  if (
    before?.tier === PluginTier.FRAMED &&
    tier === before.tier &&
    compareVersions(before.version, version) > 0
  )
    throw refusePackage(
      `已安装更新的版本 ${before.version}；要换回 ${version}，请先卸载插件并保留数据`,
      `The newer version ${before.version} is installed. To go back to ${version}, uninstall the plugin and keep its data first.`,
    );
  if (before && before.tier !== tier)
    throw taken(
      `插件 ${name} 以另一种方式安装，请先卸载`,
      `The plugin ${name} was installed in the other way. Uninstall it first.`,
    );
}

function taken(zh: string, en: string): DomainError {
  return new DomainError("ALREADY_EXISTS", { field: "package", text: { zh, en } });
}

/** A plugin and whether it is to be shown. */
export interface PluginSwitch {
  readonly pluginId: string;
  readonly isEnabled: boolean;
}

/**
 * Switches a plugin on or off. Switching on asks who it is, since its code runs for everybody; switching off must be quick.
 * @emits pluginsChanged
 * @throws {DomainError} PROOF_NEEDED to switch on; NOT_FOUND
 */
export const setPluginEnabled = verb({
  name: "setPluginEnabled",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { pluginId, isEnabled }: PluginSwitch): Promise<Plugin> {
    const id = parseId(pluginId, "pluginId");
    if (isEnabled) await requireProof(ctx);
    return switchPlugin(ctx, (plugin) => plugin.id === id, isEnabled);
  },
});

/** Switches a plugin by its name, for the operator on the command line. @throws {DomainError} NOT_FOUND */
export function switchPluginNamed(ctx: Context, name: string, isEnabled: boolean): Promise<Plugin> {
  return switchPlugin(ctx, (plugin) => plugin.name === name, isEnabled);
}

async function switchPlugin(
  ctx: Context,
  isMeant: (plugin: Plugin) => boolean,
  isEnabled: boolean,
): Promise<Plugin> {
  const plugin = await inTransaction(ctx, async (ctx) => {
    const all = await lockWhere(ctx, Plugin, {});
    const before = all.find(isMeant);
    if (!before) throw new DomainError("NOT_FOUND");
    // What happened before does not switch it off again.
    const after = { isEnabled, brokenAt: null, changedAt: ctx.now };
    await ctx.db.update(Plugin, { id: before.id }, after);
    if (isEnabled) await keepShown(ctx, all, { ...before, ...after });
    noteChange(ctx, {
      target: `plugin:${before.name}`,
      before: { isEnabled: before.isEnabled },
      after: { isEnabled },
    });
    ctx.emit(pluginsChanged({ name: before.name }));
    return { ...before, ...after };
  });
  invalidatePlugins(ctx);
  return plugin;
}

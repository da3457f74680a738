import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { requireProof } from "../../auth/sessions/proof.service.ts";
import { readPackageFiles } from "./packageFiles.ts";
import { installTrusted } from "../install.service.ts";
import { inLanguage } from "../installed.service.ts";
import type { Manifest } from "../manifest.ts";
import { Plugin } from "../plugin.entity.ts";
import type { SamplePlugin } from "../plugin.view.ts";

/** Plugins that come with the program and are offered to owners. */
const SAMPLES = ["activity", "calendar", "counts"] as const;

/** Lists the plugins that come with the program. @throws {DomainError} FORBIDDEN for all but administrators. */
export async function listSamples(ctx: Context): Promise<SamplePlugin[]> {
  allow(mustBeAdmin(ctx.viewer));
  const installed = new Set((await ctx.db.find(Plugin, { select: { name: true } })).map(({ name }) => name));
  return Promise.all(
    SAMPLES.map(async (name) => {
      const text = await readFile(join(ctx.services.samplesDir, name, "plugin.json"), "utf8");
      const { names, descriptions, version } = JSON.parse(text) as Manifest;
      return {
        name,
        version,
        label: inLanguage(ctx, names),
        description: descriptions ? inLanguage(ctx, descriptions) : "",
        isInstalled: installed.has(name),
      };
    }),
  );
}

/**
 * Installs a plugin that comes with the program. Its code is as trusted as the program, so it may have a server part and runs
 * in the page. It is off until somebody switches it on.
 * @emits pluginsChanged
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND for a name that is no sample; ALREADY_EXISTS if it is installed.
 */
export const installSample = verb({
  name: "installSamplePlugin",
  who: "admin",
  rate: "upload",
  audited: true,
  async run(ctx: Context, name: string): Promise<Plugin> {
    await requireProof(ctx);
    if (!SAMPLES.some((sample) => sample === name)) throw new DomainError("NOT_FOUND", { field: "name" });
    if (await ctx.db.existsBy(Plugin, { name })) throw new DomainError("ALREADY_EXISTS", { field: "name" });
    return installTrusted(ctx, await readPackageFiles(join(ctx.services.samplesDir, name)));
  },
});

import { join, resolve } from "node:path";
import { buildParts } from "../../server/cli/build.mjs";
import { refuseOwnSettings } from "./ownSettings.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCE = /^\/(?:server|shared|migrations)\/.+(?<!\.d)\.ts$/;

/** Compiles the server before a suite whose tests load it; where its sources have not changed that is done already. */
export default async function compileServer() {
  refuseOwnSettings(ROOT);
  await buildParts(ROOT, { parts: ["modules"] });
}

/** Lets tests that name a module of the server load it as it was compiled: a plugin of Vite. */
export function compiledServer() {
  return {
    name: "compiled-server",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!importer || !/^[./]/.test(source)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const path = resolved?.id.startsWith(ROOT) ? resolved.id.slice(ROOT.length) : "";
      if (!SOURCE.test(path)) return null;
      return { id: join(ROOT, "dist/modules", path.replace(/\.ts$/, ".js")), external: true };
    },
  };
}

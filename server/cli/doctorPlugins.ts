import { join } from "node:path";
import type { Config } from "../config.ts";
import { codeProblem } from "../features/plugins/codeFiles.ts";
import { reading } from "./doctorRows.ts";
import { fail, ok, type Finding } from "./findings.ts";

/** Looks whether the files of each installed plugin are there and are those that were installed. */
export async function examinePlugins(config: Config): Promise<Finding[]> {
  const folder = join(config.dataDir, "plugins");
  const findings: Finding[] = [];
  const count = await reading(config, async (read) => {
    const sql = "SELECT p.name, p.hash FROM plugins p ORDER BY p.id";
    // Before the first start there is no table.
    const plugins = await read<{ name: string; hash: string }>(sql).catch(() => []);
    for (const { name, hash } of plugins) {
      const problem = await codeProblem(folder, name, hash);
      const todo = `restore ${join(folder, name)} from the backup of the data folder, or install the plugin again`;
      if (problem) findings.push(fail(`plugins: the files of ${name} are ${problem}`, todo));
    }
    return plugins.length;
  });
  return findings.length > 0 || !count ? findings : [ok(`plugins: the files of all ${count} are there`)];
}

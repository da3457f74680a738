import type { Services } from "../../../core/context.ts";
import { seal, type SealedColumn, unseal } from "../../../core/secrets.ts";
import { Plugin } from "../plugin.entity.ts";

/** Sealed settings of plugins; those of a lost key are empty again. */
export const sealedPlugins: SealedColumn = {
  table: "plugins",
  column: "secrets",
  holds: "secrets of plugins",
  async discard(ctx, isLost) {
    const plugins = await ctx.db.find(Plugin, { order: { id: "ASC" } });
    const lost = plugins.filter(({ secrets }) => secrets !== null && isLost(secrets));
    for (const { id } of lost) await ctx.db.update(Plugin, { id }, { secrets: null });
    return lost.map(({ name }) => `plugin:${name}`);
  },
};

/** Opens the secret settings of a plugin; those that are empty are not among them. */
export function secretsOf(
  services: Pick<Services, "secretKey">,
  { secrets }: Pick<Plugin, "secrets">,
): Record<string, string> {
  return secrets === null ? {} : (JSON.parse(unseal(services, secrets)) as Record<string, string>);
}

/** Seals the secret settings of a plugin for the database. */
export function sealSecrets(
  services: Pick<Services, "secretKey">,
  secrets: Readonly<Record<string, string>>,
): string | null {
  const set = Object.entries(secrets).filter(([, value]) => value !== "");
  return set.length > 0 ? seal(services, JSON.stringify(Object.fromEntries(set))) : null;
}

import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockById } from "../../core/write.ts";
import { manifestOf } from "./installed.service.ts";
import { fits, type PluginSetting } from "./manifest.ts";
import { Plugin } from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import { invalidatePlugins } from "./plugin.loaders.ts";
import { sealSecrets, secretsOf } from "./server-part/secrets.ts";

/** New values of settings of a plugin. */
export interface PluginValues {
  readonly pluginId: string;
  readonly values: readonly { readonly key: string; readonly value: string }[];
}

/**
 * Changes settings of a plugin; those that are not named stay as they are. Secrets are sealed, and the log has their names.
 * @emits pluginsChanged
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for a key that it has not and a value that does not fit.
 */
export const savePluginSettings = verb({
  name: "savePluginSettings",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { pluginId, values }: PluginValues): Promise<Plugin> {
    const id = parseId(pluginId, "pluginId");
    const plugin = await inTransaction(ctx, async (ctx) => {
      const before = await lockById(ctx, Plugin, id);
      if (!before) throw new DomainError("NOT_FOUND");
      const stored = JSON.parse(before.settings) as Record<string, unknown>;
      const { settings: definitions } = manifestOf(before);
      const changed = Object.fromEntries(
        values.map(({ key, value }) => [
          key,
          valueFor(
            definitions.find((each) => each.key === key),
            key,
            value,
          ),
        ]),
      );
      const isSecret = (key: string) =>
        definitions.some((each) => each.key === key && each.kind === "secret");
      const part = (secret: boolean) =>
        Object.fromEntries(Object.entries(changed).filter(([key]) => isSecret(key) === secret));
      const [open, secret] = [part(false), part(true) as Record<string, string>];
      const after = {
        settings: JSON.stringify({ ...stored, ...open }),
        secrets: sealSecrets(ctx.services, { ...secretsOf(ctx.services, before), ...secret }),
      };
      await ctx.db.update(Plugin, { id }, after);
      const sealed = Object.keys(secret);
      const noted = sealed.length > 0 ? { ...open, sealed } : open;
      noteChange(ctx, { target: `plugin:${before.name}`, before: stored, after: noted });
      ctx.emit(pluginsChanged({ name: before.name }));
      return { ...before, ...after };
    });
    invalidatePlugins(ctx);
    return plugin;
  },
});

/** Reads the text of a form as the value of a setting. @throws {DomainError} INVALID_PARAMETER */
function valueFor(definition: PluginSetting | undefined, key: string, text: string): unknown {
  if (!definition) throw invalid("values", `没有设置项 ${key}`, `There is no setting ${key}.`);
  const value =
    definition.kind === "number"
      ? text.trim() === ""
        ? NaN
        : Number(text)
      : definition.kind === "flag" && (text === "true" || text === "false")
        ? text === "true"
        : text;
  if (!fits(definition, value))
    throw invalid("values", `${key} 的值无效`, `The value of ${key} does not fit.`);
  return value;
}

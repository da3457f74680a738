import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";

/** True if the viewer may ask for the schema at `/graphql`: everybody, unless a setting leaves it to administrators. */
export async function mayIntrospect(ctx: Context): Promise<boolean> {
  return ctx.viewer.isAdmin || (await getSettings(ctx)).graphql_introspection === "1";
}

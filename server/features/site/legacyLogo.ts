import type { Context } from "../../core/context.ts";
import type { RestFile } from "../../core/rest.ts";
import { deleteSiteImage, setSiteImage } from "./logo.service.ts";
import type { LegacyLogo, LegacyLogoRef } from "./site.input.ts";

/** Sets a picture of the site; key and tag of the answer are the same for all (legacy-facts 2.5). */
export async function setLogoForLegacy(
  ctx: Context,
  input: LegacyLogo,
  file: RestFile | null,
): Promise<object> {
  const path = await setSiteImage(ctx, { type: input.type ?? "logo", file });
  const seconds = Math.floor(ctx.now.getTime() / 1000);
  return { key: "logo", value: `${ctx.services.publicUrl}${path}?${seconds}`, tag: "default" };
}

/** Removes a picture of the site (legacy-facts 2.4). */
export async function deleteLogoForLegacy(ctx: Context, { type }: LegacyLogoRef): Promise<object> {
  const { key, tag } = await deleteSiteImage(ctx, type);
  return { key, value: "", tag };
}

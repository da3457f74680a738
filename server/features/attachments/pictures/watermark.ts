import { readFile } from "node:fs/promises";
import type { Context } from "../../../core/context.ts";
import type { Settings } from "../../settings/setting.service.ts";
import { FILES_PATH } from "../attachment.entity.ts";
import type { Watermark } from "./images.ts";
import { isStoredPath, locationOf } from "../storage.ts";

/** What is to be drawn on pictures of threads and replies; null where the site draws nothing. */
export async function watermarkOf(ctx: Context, settings: Settings): Promise<Watermark | null> {
  const address = settings["watermark.watermark_image"];
  const path = address.startsWith(FILES_PATH) ? address.slice(FILES_PATH.length) : "";
  if (settings["watermark.watermark"] !== "1" || !isStoredPath(path)) return null;
  const bytes = await readFile(locationOf(ctx.services.filesDir, path)).catch((error: unknown) => {
    ctx.services.log.warn({ error: String(error) }, "the picture of the watermark is missing");
    return null;
  });
  return (
    bytes && {
      bytes,
      place: Number(settings["watermark.position"]),
      gapX: Number(settings["watermark.horizontal_spacing"]),
      gapY: Number(settings["watermark.vertical_spacing"]),
    }
  );
}

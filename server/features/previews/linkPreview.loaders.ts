import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { LinkPreview, PreviewState } from "./linkPreview.entity.ts";

/** Previews that are ready, by the hash of their address. */
export const previewByHash = defineLoader<string, LinkPreview>("previewByHash", async (ctx, hashes) => {
  const previews = await ctx.db.findBy(LinkPreview, {
    urlHash: In([...hashes]),
    state: PreviewState.READY,
  });
  return new Map(previews.map((preview) => [preview.urlHash, preview]));
});

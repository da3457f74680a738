import { hashOf } from "../../server/features/previews/loneLinks.ts";
import { LinkPreview, PreviewState } from "../../server/features/previews/linkPreview.entity.ts";
import { insert, type Values } from "../../server/core/write.ts";
import type { Forum } from "../support/forum.ts";

/** Stores a page as if the forum had read it, for pages of sites that no test calls. */
export async function storePage(forum: Forum, url: string, facts: Values<LinkPreview> = {}): Promise<void> {
  const now = new Date();
  await forum.write((ctx) =>
    insert(ctx, LinkPreview, {
      url,
      urlHash: hashOf(new URL(url)),
      host: new URL(url).host,
      state: PreviewState.READY,
      title: "Stored",
      description: "",
      siteName: "",
      imagePath: null,
      imageWidth: 0,
      imageHeight: 0,
      playerUrl: null,
      playerWidth: 0,
      playerHeight: 0,
      attempts: 0,
      nextAttemptAt: null,
      fetchedAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
      usedAt: now,
      forgottenAt: null,
      ...facts,
    }),
  );
}

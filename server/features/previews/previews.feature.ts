import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { postChanged, postRestored, replied } from "../posts/post.events.ts";
import { threadChanged, threadPublished, threadRestored } from "../threads/thread.events.ts";
import { LinkPreview, LinkPreviewUse } from "./linkPreview.entity.ts";
import { linkPreviewJobs } from "./linkPreview.jobs.ts";
import { LinkPreviewResolver } from "./linkPreview.resolver.ts";
import { recordChangedTexts, recordNewTexts } from "./record.service.ts";

/** Replies have cards, comments on them have not. */
const concerns = ({ parentId }: { readonly parentId: number | null }): boolean => parentId === null;

/** Cards of pages outside that texts link to. */
export const previews: Feature = {
  name: "previews",
  entities: [LinkPreview, LinkPreviewUse],
  resolvers: [LinkPreviewResolver],
  deliveries: [
    deliver("recordLinks.threadPublished", threadPublished, recordNewTexts),
    deliver("recordLinks.threadChanged", threadChanged, recordChangedTexts),
    deliver("recordLinks.threadRestored", threadRestored, recordChangedTexts),
    deliver("recordLinks.replied", replied, recordNewTexts, { concerns }),
    deliver("recordLinks.postChanged", postChanged, recordChangedTexts, { concerns }),
    deliver("recordLinks.postRestored", postRestored, recordChangedTexts, { concerns }),
  ],
  jobs: linkPreviewJobs,
};

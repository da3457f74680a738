import type { Feature } from "../../core/feature.ts";
import { Attachment } from "./attachment.entity.ts";
import { AttachmentResolver } from "./attachment.resolver.ts";

/** Uploaded files. */
export const attachments: Feature = {
  name: "attachments",
  entities: [Attachment],
  resolvers: [AttachmentResolver],
};

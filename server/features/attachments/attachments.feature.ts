import type { Feature } from "../../core/feature.ts";
import { Attachment } from "./attachment.entity.ts";
import { attachmentJobs } from "./attachment.jobs.ts";
import { AttachmentResolver } from "./attachment.resolver.ts";
import { attachmentsRest } from "./attachments.rest.ts";
import { ProfileResolver } from "./profile.resolver.ts";

/** Uploaded files, and the pictures of profiles. */
export const attachments: Feature = {
  name: "attachments",
  entities: [Attachment],
  resolvers: [AttachmentResolver, ProfileResolver],
  rest: attachmentsRest,
  jobs: attachmentJobs,
};

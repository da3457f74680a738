import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { addAccountMail } from "../../notifications/delivery/messages/accountMail.ts";
import { MailLink } from "./mailLink.entity.ts";
import { passwordResetRequested } from "./mailLink.events.ts";
import { mailLinkJobs } from "./mailLink.jobs.ts";
import { MailLinkResolver } from "./mailLink.resolver.ts";
import { mailPasswordResets, resetMail } from "./reset.service.ts";

addAccountMail(resetMail);

/** Mailed links that stand for a sign-in: to a new password. */
export const mailLinks: Feature = {
  name: "auth/mail-links",
  entities: [MailLink],
  resolvers: [MailLinkResolver],
  jobs: mailLinkJobs,
  erasureHooks: [eraseRows("auth/mail-links", MailLink)],
  deliveries: [deliver("mailPasswordResets", passwordResetRequested, mailPasswordResets)],
};

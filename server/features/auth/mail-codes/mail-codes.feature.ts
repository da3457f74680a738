import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { addAccountMail } from "../../notifications/delivery/messages/accountMail.ts";
import { SignInCode } from "./signInCode.entity.ts";
import { signInCodeRequested } from "./signInCode.events.ts";
import { signInCodeJobs } from "./signInCode.jobs.ts";
import { SignInCodeResolver } from "./signInCode.resolver.ts";
import { codeMail, mailSignInCodes } from "./signInCode.service.ts";

addAccountMail(codeMail);

/** Mailed codes that sign in. */
export const mailCodes: Feature = {
  name: "auth/mail-codes",
  entities: [SignInCode],
  resolvers: [SignInCodeResolver],
  jobs: signInCodeJobs,
  erasureHooks: [eraseRows("auth/mail-codes", SignInCode as new () => { userId: number })],
  deliveries: [deliver("mailSignInCodes", signInCodeRequested, mailSignInCodes)],
};

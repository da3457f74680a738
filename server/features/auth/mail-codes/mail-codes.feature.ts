import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { addAccountMail } from "../../notifications/delivery/messages/accountMail.ts";
import { signInCodeRequested } from "./signInCode.events.ts";
import { SignInCodeResolver } from "./signInCode.resolver.ts";
import { codeMail, mailSignInCodes } from "./signInCode.service.ts";

addAccountMail(codeMail);

/** Mailed codes that sign in. */
export const mailCodes: Feature = {
  name: "auth/mail-codes",
  resolvers: [SignInCodeResolver],
  deliveries: [deliver("mailSignInCodes", signInCodeRequested, mailSignInCodes)],
};

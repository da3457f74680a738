import type { Context } from "../../../core/context.ts";
import { getSettings } from "../setting.service.ts";

/** Protection of the connection to the mail server. */
export type MailSecurity = "tls" | "starttls" | "none";

/** Complete settings for sending mail. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty for a server without authentication. */
  readonly user: string;
  readonly password: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Empty if answers go to the sender. */
  readonly replyTo: string;
}

/** An address that a mail can be sent to: one @, no blanks, no signs that have a meaning in headers. */
const ADDRESS = /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,190}$/u;
/** One part of a domain: no hyphen at either end. */
const LABEL = /^[\p{L}\p{N}-]+$/u;
/** The last part of a domain. */
const TOP_LABEL = /^[\p{L}\p{N}-]{2,63}$/u;

function isLabel(label: string): boolean {
  return LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

/** Matches an address that ends in a domain of at least two parts. */
function hasDomain(address: string): boolean {
  const labels = address.slice(address.lastIndexOf("@") + 1).split(".");
  const top = labels.pop()!;
  return labels.length > 0 && labels.every(isLabel) && TOP_LABEL.test(top);
}

/** True if a text has the form of an e-mail address. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text) && hasDomain(text) && !text.includes("..");
}

/** The settings of e-mail; null until they are complete, and then nothing is mailed. */
export async function mailSettings(ctx: Context): Promise<MailSettings | null> {
  const all = await getSettings(ctx);
  const [host, user, password] = [all["mail.smtp_host"], all["mail.smtp_user"], all["mail.smtp_password"]];
  const address = all["mail.mail_from_address"];
  const replyTo = all["mail.mail_reply_to"];
  if (host === "" || !ADDRESS.test(address) || (user !== "" && password === "")) return null;
  return {
    host,
    port: Number(all["mail.smtp_port"]),
    security: all["mail.smtp_security"] as MailSecurity,
    user,
    password,
    from: { name: all["mail.mail_from_name"] || all.site_name, address },
    replyTo: ADDRESS.test(replyTo) ? replyTo : "",
  };
}

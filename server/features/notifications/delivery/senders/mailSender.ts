import type { Context } from "../../../../core/context.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { reachableByAddress } from "../addresses/address.service.ts";
import { mailSettings, type MailSettings } from "../../../settings/mail/mailSettings.ts";
import { SendingError, type OutgoingMessage, type Sender } from "./sender.ts";

/** A member may read a notification in the site before it is mailed (landscape A07.3). */
export const EMAIL_DELAY_MS = 10 * 60_000;
/** Connecting, greeting, and each silence within a conversation last no longer. */
const SMTP_TIMEOUT_MS = 10_000;
/** Time limit for sending a whole mail, in milliseconds. */
const MAIL_TIMEOUT_MS = 40_000;
/** Largest mail, in bytes; texts are short, so more is a mistake. */
const MAIL_MAX_BYTES = 200_000;

/** Sends through the site's mail server, one conversation per mail. */
export const mailSender: Sender = {
  channel: NotificationChannel.EMAIL,
  delayMs: EMAIL_DELAY_MS,
  bundles: true,
  isConfigured: async (ctx) => (await mailSettings(ctx)) !== null,
  reachable: (ctx, userIds) => reachableByAddress(ctx, NotificationChannel.EMAIL, userIds),
  send: sendMail,
};

async function sendMail(ctx: Context, outgoing: OutgoingMessage): Promise<void> {
  const settings = await mailSettings(ctx);
  if (!settings) throw new SendingError("down", "NOT_CONFIGURED");
  if (outgoing.text.length + outgoing.html.length > MAIL_MAX_BYTES)
    throw new SendingError("message", "TOO_LARGE");
  const transport = await transportOf(settings);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SendingError("again", "TIMEOUT")), MAIL_TIMEOUT_MS).unref();
  });
  try {
    await Promise.race([transport.sendMail(messageOf(ctx, settings, outgoing)), late]);
  } catch (error) {
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

async function transportOf({ host, port, security, user, password }: MailSettings) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    auth: user === "" ? undefined : { user, pass: password },
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
}

function messageOf(ctx: Context, { from, replyTo }: MailSettings, outgoing: OutgoingMessage) {
  const { id, address, recipient, title, text, html, unsubscribeUrl, threadId } = outgoing;
  const { hostname } = new URL(ctx.services.publicUrl);
  // No mail has this name: those about one thread answer it together (RFC 5322, 3.6.4).
  const thread = threadId ? `<thread-${threadId}@${hostname}>` : undefined;
  return {
    from,
    to: { name: "", address },
    replyTo: replyTo === "" ? undefined : replyTo,
    subject: title.replace(/\s+/g, " ").trim(),
    text,
    html,
    messageId: `<${id}@${hostname}>`,
    inReplyTo: thread,
    references: thread,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": recipient.locale,
      // One click stops it, without a visit (RFC 2369, RFC 8058).
      ...(unsubscribeUrl === null
        ? {}
        : {
            // Filters of readers sort by it (RFC 2919).
            "List-Id": `<notifications.${hostname}>`,
            "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** Classifies a failure; the server's text is left out, since it repeats addresses. */
function failureOf(error: unknown): SendingError {
  if (error instanceof SendingError) return error;
  const { code = "UNKNOWN", responseCode = 0 } = error as SmtpError;
  const name = responseCode > 0 ? `${code} ${responseCode}` : code;
  const isPermanent = responseCode >= 500 && responseCode < 600;
  if (code === "EENVELOPE" && isPermanent) return new SendingError("address", name);
  if (code === "EENVELOPE") return new SendingError("again", name);
  if (code === "EMESSAGE") return new SendingError(isPermanent ? "message" : "again", name);
  // No connection, no encryption, a wrong password: no other mail would fare better.
  return new SendingError("down", name);
}

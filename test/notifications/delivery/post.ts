import { vi } from "vitest";
import type { Context } from "../../../server/core/context.ts";
import { marks, run } from "../../../server/core/sql.ts";
import { Session } from "../../../server/features/auth/sessions/session.entity.ts";
import { invalidateSettings } from "../../../server/features/settings/setting.service.ts";
import type { Forum } from "../../support/forum.ts";
import type { MailServer } from "../../support/mailServer.ts";
import type { Person } from "../../support/person.ts";

/** Shared parts of the stories about messages: a clock that can be put forward, settings, members with addresses. */

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Stops the clock; `pass` puts it forward. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
}

/** Puts the stopped clock forward. */
export function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Sets settings past the rules of forms. */
export async function set(forum: Forum, values: Readonly<Record<string, string>>): Promise<void> {
  await forum.write(async (ctx: Context) => {
    for (const [name, value] of Object.entries(values)) {
      const [tag, key] = name.split(".") as [string, string];
      await run(ctx, "DELETE FROM settings WHERE tag = ? AND `key` = ?", [tag, key]);
      await run(ctx, "INSERT INTO settings (tag, `key`, value) VALUES (?, ?, ?)", [tag, key, value]);
    }
  });
  invalidateSettings(forum.app.context());
}

/** Tells the forum which server carries its mail. */
export function setMail(forum: Forum, server: MailServer): Promise<void> {
  return set(forum, {
    "mail.smtp_host": "127.0.0.1",
    "mail.smtp_port": String(server.port),
    "mail.smtp_security": "none",
    "mail.mail_from_name": "茶馆",
    "mail.mail_from_address": "forum@example.org",
  });
}

/** Delivers news and sends what is due by now. */
export async function send(forum: Forum): Promise<void> {
  await forum.delivered();
  await forum.app.clock.runAll(["sendDue"]);
}

/** Marks the sessions of a member as proven by the password just now. */
export async function prove(forum: Forum, person: Person): Promise<void> {
  await forum.write((ctx) => ctx.db.update(Session, { userId: person.id }, { provenAt: new Date() }));
}

/** Gives a member an address and proves it by the mailed link. @returns the address */
export async function giveEmail(forum: Forum, server: MailServer, person: Person): Promise<string> {
  const address = `p${person.id}@example.org`;
  await prove(forum, person);
  await person.graphql(`mutation ($e: String!) { setEmail(email: $e) { email } }`, { e: address });
  await send(forum);
  const token = linkIn(server.to(address).at(-1)!.text, "/email/verify");
  await person.graphql(`mutation ($t: String!) { verifyEmail(token: $t) }`, { t: token });
  server.mails.length = 0;
  return address;
}

/** The token of a mailed link. */
export function linkIn(text: string, path: string): string {
  return new RegExp(`${path}\\?token=([\\w.-]+)`).exec(text)![1]!;
}

/** Lists the entries of a member in the delivery log, oldest first. */
export function logOf(
  forum: Forum,
  ...people: Person[]
): Promise<{ state: string; error: string; kind: string }[]> {
  const ids = people.map(({ id }) => id);
  return forum.rows(
    `SELECT state, error, kind FROM notice_dispatches WHERE userId IN (${marks(ids)}) AND kind <> 'email.verify' ORDER BY id`,
    ids,
  );
}

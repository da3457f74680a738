import type { Config } from "../config.ts";
import { sqlTime, timeOf } from "../core/sql.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../core/viewer.ts";
import { CheckState } from "../features/checks/contentCheck.entity.ts";
import { DispatchState } from "../features/notifications/delivery/queue/dispatch.entity.ts";
import { reading, type Read } from "./doctorRows.ts";
import { ok, warn, type Finding } from "./findings.ts";

/** Deliveries that have been due for longer wait for a server that does not work, in milliseconds. */
const LATE_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Names and sentences that are shown. */
const SHOWN_MAX = 3;

/** Looks at what the forum's rows say about its own service; each statement runs by itself, since tables may be missing yet. */
export async function examineForum(config: Config): Promise<Finding[]> {
  const findings = await reading(config, async (read) => {
    const hasTables = await read("SELECT u.id FROM users u LIMIT 1").then(
      () => true,
      () => false,
    );
    if (!hasTables) return [];
    const looks = [
      examineAdministrators,
      examineMail,
      examineDeliveries,
      examineMessages,
      examineWebhooks,
      examineChecks,
    ];
    return (await Promise.all(looks.map((look) => look(read).catch(() => [])))).flat();
  });
  return findings ?? [];
}

async function count(read: Read, sql: string): Promise<number> {
  const [row] = await read<{ n: number | string }>(sql);
  return Number(row?.n ?? 0);
}

async function examineAdministrators(read: Read): Promise<Finding[]> {
  const members = await count(read, "SELECT COUNT(*) AS n FROM users");
  if (members === 0) return [];
  const administrators = await count(
    read,
    `SELECT COUNT(*) AS n FROM users u WHERE u.groupId = ${ADMIN_GROUP_ID} AND u.status = ${UserStatus.NORMAL}`,
  );
  return [
    administrators > 0
      ? ok(`administrators: ${administrators}`)
      : warn(
          "administrators: there is none, so nobody can open /admin",
          "open the setup link of the log, or run `luntan admin:create`",
        ),
  ];
}

/** Mail is how a member gets back in who has lost the password. */
async function examineMail(read: Read): Promise<Finding[]> {
  const named = await count(
    read,
    "SELECT COUNT(*) AS n FROM settings s WHERE s.tag = 'mail' AND s.`key` = 'smtp_host' AND s.value <> ''",
  );
  return [
    named > 0
      ? ok("mail: a server is set")
      : warn(
          "mail: no server is set; members who lose their password cannot come back by themselves",
          "fill in /admin/settings, Mail",
        ),
  ];
}

async function examineDeliveries(read: Read): Promise<Finding[]> {
  const lateSince = sqlTime(new Date(Date.now() - LATE_MS));
  const late = await count(
    read,
    `SELECT COUNT(*) AS n FROM outbox o WHERE o.dead = 0 AND o.dueAt < '${lateSince}'`,
  );
  const dead = await read<{ name: string; n: number | string; at: string | Date }>(
    "SELECT o.name, COUNT(*) AS n, MAX(o.createdAt) AS at FROM outbox o WHERE o.dead = 1 GROUP BY o.name ORDER BY n DESC",
  );
  const findings: Finding[] = [];
  if (late > 0)
    findings.push(
      warn(
        `deliveries: ${late} have been due for more than 15 minutes`,
        "start the server if it does not run; else its log says what fails",
      ),
    );
  const named = dead
    .slice(0, SHOWN_MAX)
    .map(({ name, n, at }) => `${Number(n)} of ${name}, the last of ${timeOf(at).toISOString()}`);
  if (dead.length > 0)
    findings.push(
      warn(
        `deliveries: some were given up: ${named.join("; ")}`,
        "the log says why: outbox entry could not be delivered",
      ),
    );
  return findings.length > 0 ? findings : [ok("deliveries: none is late, none was given up")];
}

/** Mails, text messages and pushes that were given up. */
async function examineMessages(read: Read): Promise<Finding[]> {
  const since = sqlTime(new Date(Date.now() - DAY_MS));
  const failed = await read<{ channel: string; n: number | string }>(
    `SELECT d.channel, COUNT(*) AS n FROM notice_dispatches d
     WHERE d.state = '${DispatchState.FAILED}' AND d.dueAt >= '${since}' GROUP BY d.channel ORDER BY d.channel`,
  );
  if (failed.length === 0) return [ok("messages: none was given up in the last day")];
  const counts = failed.map(({ channel, n }) => `${Number(n)} by ${channel}`).join(", ");
  return [
    warn(
      `messages: given up in the last day: ${counts}`,
      "/admin/notification-templates shows what the provider answered",
    ),
  ];
}

async function examineWebhooks(read: Read): Promise<Finding[]> {
  const webhooks = await read<{ id: number; failingSince: string | Date | null; isEnabled: number }>(
    "SELECT w.id, w.failingSince, w.isEnabled FROM webhooks w ORDER BY w.id",
  );
  if (webhooks.length === 0) return [];
  const failing = webhooks.filter(({ failingSince }) => failingSince !== null);
  if (failing.length === 0) return [ok(`webhooks: all ${webhooks.length} work`)];
  // Their addresses may hold secrets.
  const named = failing
    .slice(0, SHOWN_MAX)
    .map(({ id, failingSince }) => `number ${id} since ${timeOf(failingSince!).toISOString()}`);
  return [
    warn(
      `webhooks: ${failing.length} of ${webhooks.length} fail: ${named.join(", ")}`,
      "/admin/webhooks says what they answered",
    ),
  ];
}

/** Settings without which a service that checks content cannot be called; those with defaults are not named. */
const CHECK_KEYS: Readonly<Record<string, readonly string[]>> = {
  tencent: ["qcloud_secret_id", "qcloud_secret_key"],
  aliyun: ["check_aliyun_key_id", "check_aliyun_key_secret"],
  own: ["check_own_url", "check_own_secret"],
};

/** Looks whether the outside service that checks content is set up, and whether it answers. */
export async function examineChecks(read: Read): Promise<Finding[]> {
  const settings = await read<{ key: string; value: string }>(
    "SELECT s.`key`, s.value FROM settings s WHERE s.tag IN ('checks', 'qcloud') AND s.value <> ''",
  );
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  const service = values.get("check_service") ?? "none";
  if (service === "none") return [];
  const missing = (CHECK_KEYS[service] ?? []).filter((key) => !values.has(key));
  if (service === "tencent" && values.get("qcloud_close") !== "1") missing.push("qcloud_close");
  if (missing.length > 0)
    return [
      warn(
        `content checks: ${service} is chosen, but not set up: ${missing.join(", ")}`,
        "fill in /admin/settings, Functions, Content checks",
      ),
    ];
  const since = sqlTime(new Date(Date.now() - DAY_MS));
  const [row] = await read<{ n: number | string; problem: string | null }>(
    `SELECT COUNT(*) AS n, MAX(c.problem) AS problem FROM content_checks c
     WHERE c.problem <> '' AND (c.state = '${CheckState.WAITING}' OR c.checkedAt >= '${since}')`,
  );
  const failed = Number(row?.n ?? 0);
  return [
    failed === 0
      ? ok(`content checks: ${service} answers`)
      : warn(
          `content checks: ${service} did not answer about ${failed} ${failed === 1 ? "text" : "texts"} in the last day: ${row!.problem}`,
          "try it in /admin/settings, Functions, Content checks",
        ),
  ];
}

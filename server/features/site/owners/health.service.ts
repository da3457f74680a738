import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { readBackupRecord } from "../../../core/backupRecord.ts";
import type { Context } from "../../../core/context.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { onlineUserIds } from "../../auth/sessions/online.service.ts";
import { countOutbox } from "../../outbox/outbox.service.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { userById } from "../../users/user.loaders.ts";
import { load } from "../../../core/loaders.ts";
import { databaseBytes, startedVersion } from "../databaseSize.sql.ts";
import type { OnlineMembers, SiteHealth } from "./owner.view.ts";

/** Sessions note every five minutes that they are used, so a shorter time would miss members who are here. */
const ONLINE_MINUTES = 10;
const ONLINE_SHOWN = 12;

/**
 * Reads the state of mail, storage, backups and queues.
 * @throws {DomainError} FORBIDDEN for all but administrators.
 */
export async function siteHealth(ctx: Context): Promise<SiteHealth> {
  allow(mustBeAdmin(ctx.viewer));
  const { database, filesDir } = ctx.services;
  const disk = await statfs(filesDir);
  const backup = readBackupRecord(dirname(filesDir));
  return {
    version: await startedVersion(ctx),
    database: await database.version(),
    sendsMail: (await mailSettings(ctx)) !== null,
    databaseBytes: await databaseBytes(ctx),
    freeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    backupAt: backup?.madeAt ?? null,
    backupBytes: backup?.bytes ?? null,
    backupProvenAt: backup?.provenAt ?? null,
    backupFailedAt: backup?.failedAt ?? null,
    ...(await countOutbox(ctx)),
    online: await onlineMembers(ctx),
  };
}

async function onlineMembers(ctx: Context): Promise<OnlineMembers> {
  const userIds = await onlineUserIds(ctx, ONLINE_MINUTES);
  const members = await Promise.all(
    userIds.slice(0, ONLINE_SHOWN).map(async (id) => load(ctx, userById, id)),
  );
  return {
    count: userIds.length,
    withinMinutes: ONLINE_MINUTES,
    members: members.filter((member) => member !== null && member !== undefined),
  };
}

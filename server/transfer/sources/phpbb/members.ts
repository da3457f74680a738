import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { ANONYMOUS_ID } from "./access.ts";
import type { Row } from "../sqlSource.ts";
import { groupOf, readGroupMap } from "./groups.ts";
import {
  noteMail,
  noteMember,
  type Schemes,
  storePicture,
  writeCredential,
  writeGhost,
  writeMail,
  writeMember,
} from "../members.ts";
import { nameOf, noteName } from "../names.ts";
import { leaveOut } from "../run.ts";
import { putAddress } from "../run.ts";
import { lineOf, type Run, secondsOf, timeOf } from "./run.ts";
import { plainOf } from "./texts.ts";

const SIGNATURE_UNITS = 150;
const [INACTIVE, BOT] = [1, 2];
/** Reason of inactive accounts that an administrator has closed. */
const CLOSED = 3;
/** Hashes of phpBB 3: Argon2, bcrypt, phpass, bcrypt over phpass, and those that it marked as of phpBB 2; and MD5. */
const HASHES: Schemes = [
  [/^\$(?:CP\$|argon2id?\$|2[aby]\$|[HP]\$|[HP]\\2)/, "phpbb"],
  [/^[\da-f]{32}$/i, "phpbb2"],
];
/** Members who have proven their address to become active. */
const ACTIVATION_BY_MAIL = "1";

const COLUMNS = [
  "user_type",
  "user_inactive_reason",
  "group_id",
  "username",
  "user_password",
  "user_email",
  "user_regdate",
  "user_lastvisit",
  "user_last_active",
  "user_sig",
  "user_sig_bbcode_uid",
  "user_avatar",
  "user_avatar_type",
];
/** Accounts of people; visitors and bots have none here. */
const PEOPLE = `user_id > ${ANONYMOUS_ID} AND user_type <> ${BOT}`;

/** Notes the names and addresses of all members, so that the first one keeps what several want. phpBB has one name for each. */
export async function noteNames(run: Run): Promise<void> {
  const reading = { key: ["user_id"], columns: ["username", "user_email"], where: PEOPLE };
  for await (const slice of run.source.slices("users", reading))
    for (const row of slice) {
      const id = wholeOf(row["user_id"]);
      noteName(run, id, "nickname", lineOf(row["username"]));
      noteMail(run, id, mailOf(row));
    }
}

/** Notes who is a member under which name, before texts name them. */
export async function noteMembers(run: Run): Promise<void> {
  const reading = { key: ["user_id"], columns: ["username"], where: PEOPLE };
  for await (const slice of run.source.slices("users", reading))
    for (const row of slice) {
      const id = wholeOf(row["user_id"]);
      const before = lineOf(row["username"]);
      const name = nameOf(run, id, "nickname", before, `users ${id}`);
      noteMember(run, id, name);
      // Addresses name members as they were called.
      const query = `mode=viewprofile&un=${encodeURIComponent(before)}`;
      if (name !== before) putAddress(run, `/memberlist.php?${query}`, `/user/${id}`);
    }
  noteMember(run, run.ghostId, run.ghostName);
}

/** Writes the members with their credentials and addresses, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  const map = await readGroupMap(run);
  const bans = await bansOf(run);
  for await (const slice of run.source.slices("users", { key: ["user_id"], columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["user_id"]));
    const memberships = await run.source.rowsOf("user_group", "user_id", ids, {
      columns: ["group_id"],
      order: "group_id",
      where: "user_pending = 0",
    });
    for (const row of slice) {
      const id = wholeOf(row["user_id"]);
      const member = run.scratch.member(id);
      if (!member) {
        if (id !== ANONYMOUS_ID) leaveOut(run, `users ${id}`, "It is a bot.");
        continue;
      }
      const groupId = groupOf(run, map, row, memberships.get(id) ?? []);
      const label = `users ${id}`;
      await writePerson(run, row, { name: member.name, groupId, ban: bans.get(id) });
      await writeCredential(run, label, HASHES, { memberId: id, hash: textOf(row["user_password"]) });
      await writeMail(run, label, { memberId: id, address: mailOf(row), provenAt: provenAtOf(run, row) });
    }
  }
  await writeGhost(run);
}

/** A ban that goes on. */
interface Ban {
  readonly until: string | null;
  readonly reason: string;
}

/** Reads the bans of members; those of addresses do not exist here, and are counted with their table. */
async function bansOf(run: Run): Promise<Map<number, Ban>> {
  const columns = ["ban_userid", "ban_end", "ban_exclude", "ban_reason"];
  const bans = new Map<number, Ban>();
  for await (const slice of run.source.slices("banlist", { key: ["ban_id"], columns }))
    for (const row of slice) {
      const until = secondsOf(row["ban_end"]);
      const id = wholeOf(row["ban_userid"]);
      const isOver = until !== null && until <= run.options.now.toISOString();
      if (wholeOf(row["ban_exclude"]) === 1 || isOver) continue;
      if (id === 0) run.report.remark("bans", `banlist ${wholeOf(row["ban_id"])}`, "It bans an address.");
      else if (bans.get(id)?.until !== null)
        bans.set(id, { until, reason: cut(lineOf(row["ban_reason"]), 200) });
    }
  return bans;
}

async function writePerson(
  run: Run,
  row: Row,
  { name, groupId, ban }: { name: string; groupId: number; ban: Ban | undefined },
): Promise<void> {
  const id = wholeOf(row["user_id"]);
  const isInactive = wholeOf(row["user_type"]) === INACTIVE;
  const isClosed = isInactive && wholeOf(row["user_inactive_reason"]) === CLOSED;
  if (isInactive) run.report.remark("inactive", `users ${id}`, "Its account is not active.");
  await writeMember(run, {
    id,
    username: name,
    nickname: name,
    signature: signatureOf(run, row),
    avatar: await avatarOf(run, row),
    groupId,
    status: ban || isClosed ? "BANNED" : isInactive ? "UNDER_REVIEW" : "NORMAL",
    statusReason: ban?.reason ?? "",
    bannedUntil: ban?.until ?? null,
    createdAt: timeOf(run, row, "user_regdate"),
    lastSeenAt: secondsOf(row["user_last_active"]) ?? secondsOf(row["user_lastvisit"]),
  });
}

/** Signatures here are text without marks. */
function signatureOf(run: Run, row: Row): string {
  const stored = textOf(row["user_sig"]);
  if (stored === "") return "";
  const label = `users ${wholeOf(row["user_id"])}`;
  const plain = plainOf(stored, row["user_sig_bbcode_uid"]);
  if ([...plain].length > SIGNATURE_UNITS) run.report.remark("shortened", label, `user_sig: ${plain}`);
  return [...plain].slice(0, SIGNATURE_UNITS).join("");
}

/** Stores an avatar that was uploaded, or is one of the gallery; those of other sites stay there. */
async function avatarOf(run: Run, row: Row): Promise<string | null> {
  const name = textOf(row["user_avatar"]);
  const type = textOf(row["user_avatar_type"]);
  if (name === "") return null;
  const label = `users ${wholeOf(row["user_id"])}`;
  const extension = extensionOf(name);
  const folder = run.config.get("avatar_path") ?? "images/avatars/upload";
  const gallery = run.config.get("avatar_gallery_path") ?? "images/avatars/gallery";
  const salt = run.config.get("avatar_salt") ?? "";
  const paths: Readonly<Record<string, string>> = {
    upload: `${folder}/${salt}_${wholeOf(row["user_id"])}.${extension}`,
    gallery: `${gallery}/${name}`,
  };
  const kind =
    { "1": "upload", "3": "gallery" }[type] ?? type.replace("avatar.driver.", "").replace("local", "gallery");
  const path = paths[kind];
  if (kind !== "upload") {
    const picture = await storePicture(run, label, name, path === undefined ? [] : [path]);
    return picture?.path ?? null;
  }
  // A script shows what members have uploaded.
  const onSite = `/download/file.php?avatar=${encodeURIComponent(name)}`;
  const picture = await storePicture(run, label, name, [path!], { onSite });
  if (picture) putAddress(run, onSite, `/files/${picture.path}`);
  return picture?.path ?? null;
}

function mailOf(row: Row): string {
  return textOf(row["user_email"]).trim();
}

/** Gives the time at which an address was proven: only where members had to become active by it. */
function provenAtOf(run: Run, row: Row): string | null {
  const isActive = wholeOf(row["user_type"]) !== INACTIVE;
  const isProven = isActive && run.config.get("require_activation") === ACTIVATION_BY_MAIL;
  return isProven ? timeOf(run, row, "user_regdate") : null;
}

import { nameKey } from "../../../core/text.ts";
import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { PEOPLE_FOLDER } from "../../../features/attachments/storage.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { ANONYMOUS_ID } from "./access.ts";
import type { Row } from "../mysqlSource.ts";
import { groupOf, readGroupMap } from "./groups.ts";
import { nameOf, noteName } from "../names.ts";
import { leaveOut } from "../run.ts";
import { lineOf, type Run, secondsOf, timeOf } from "./run.ts";
import { plainOf } from "./texts.ts";

const SIGNATURE_UNITS = 150;
const [INACTIVE, BOT] = [1, 2];
/** Reason of inactive accounts that an administrator has closed. */
const CLOSED = 3;
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);
const MD5 = /^[\da-f]{32}$/i;
/** Hashes of phpBB 3: Argon2, bcrypt, phpass, and bcrypt over phpass. */
const HASH = /^\$(?:argon2id?\$|2[aby]\$|[HP]\$|[HP]\\2)/;
const MAIL = /^[^\s@]+@[^\s@]+$/;
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
      const address = textOf(row["user_email"]).trim();
      if (address !== "") run.scratch.countName(`mail:${nameKey(address)}`, id);
    }
}

/** Notes who is a member under which name, before texts name them. */
export async function noteMembers(run: Run): Promise<void> {
  const sql = "INSERT INTO members (id, name) VALUES (?, ?)";
  const reading = { key: ["user_id"], columns: ["username"], where: PEOPLE };
  for await (const slice of run.source.slices("users", reading))
    for (const row of slice) {
      const id = wholeOf(row["user_id"]);
      run.scratch.run(sql, id, nameOf(run, id, "nickname", lineOf(row["username"]), `users ${id}`));
    }
  run.scratch.run(sql, run.ghostId, run.ghostName);
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
      await writeMember(run, row, { name: member.name, groupId, ban: bans.get(id) });
      await writeCredential(run, row);
      await writeAddress(run, row);
    }
  }
  await run.writer.append("members", ghostOf(run));
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

async function writeMember(
  run: Run,
  row: Row,
  { name, groupId, ban }: { name: string; groupId: number; ban: Ban | undefined },
): Promise<void> {
  const id = wholeOf(row["user_id"]);
  const isInactive = wholeOf(row["user_type"]) === INACTIVE;
  const isClosed = isInactive && wholeOf(row["user_inactive_reason"]) === CLOSED;
  if (isInactive) run.report.remark("inactive", `users ${id}`, "Its account is not active.");
  await run.writer.append("members", {
    ...PLAIN,
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

/** Fields that members of phpBB do not have. */
const PLAIN = {
  background: null,
  groupExpiresAt: null,
  returnGroupId: null,
  returnGroupExpiresAt: null,
  usernameChanges: 0,
  messagesFrom: "EVERYONE",
  followsFrom: "EVERYONE",
  listDensity: "CARDS",
  closesAt: null,
} as const satisfies Partial<RecordOf<"members">>;

function ghostOf({ ghostId, ghostName, beginning }: Run): RecordOf<"members"> {
  return {
    ...PLAIN,
    id: ghostId,
    username: ghostName,
    nickname: ghostName,
    signature: "",
    avatar: null,
    groupId: PresetGroup.MEMBER,
    status: "BANNED",
    statusReason: "",
    bannedUntil: null,
    createdAt: beginning,
    lastSeenAt: null,
  };
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
  // A script shows what members have uploaded.
  const onSite = kind === "upload" ? `/download/file.php?avatar=${encodeURIComponent(name)}` : undefined;
  const file = path !== undefined && PICTURES.has(extension) ? await run.files.find([path], onSite) : null;
  if (!file) {
    run.report.remark("missingFiles", label, name);
    return null;
  }
  const stored = run.files.storedPath(`${label} ${file.path}`, PEOPLE_FOLDER);
  run.scratch.put("files", [stored, 0], { path: stored, location: file.location });
  return stored;
}

async function writeCredential(run: Run, row: Row): Promise<void> {
  const memberId = wholeOf(row["user_id"]);
  const hash = textOf(row["user_password"]);
  if (hash === "") return;
  const plain = { memberId, hash, salt: "", charset: "utf-8" } as const;
  if (HASH.test(hash)) await run.writer.append("credentials", { ...plain, scheme: "phpbb" });
  else if (MD5.test(hash)) await run.writer.append("credentials", { ...plain, scheme: "phpbb2" });
  else run.report.remark("passwords", `users ${memberId}`, "Nobody knows the scheme of this password.");
}

/** Writes an address. It is proven only where members had to become active by it, and it is nobody else's. */
async function writeAddress(run: Run, row: Row): Promise<void> {
  const memberId = wholeOf(row["user_id"]);
  const address = textOf(row["user_email"]).trim();
  if (address === "") return;
  const label = `users ${memberId}`;
  if (!MAIL.test(address) || address.length > 255) {
    run.report.remark("addresses", label, "This is no mail address.");
    return;
  }
  const isShared = run.scratch.name(`mail:${nameKey(address)}`)!.uses > 1;
  if (isShared)
    run.report.remark("addresses", label, "Several members have this address; none of them has proven it.");
  const isActive = wholeOf(row["user_type"]) !== INACTIVE;
  const isProven = !isShared && isActive && run.config.get("require_activation") === ACTIVATION_BY_MAIL;
  const verifiedAt = isProven ? timeOf(run, row, "user_regdate") : null;
  await run.writer.append("contacts", { memberId, channel: "EMAIL", address, verifiedAt });
}

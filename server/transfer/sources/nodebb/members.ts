import { nameKey } from "../../../core/text.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { PEOPLE_FOLDER } from "../../../features/attachments/storage.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../mysqlSource.ts";
import { nameOf, noteName } from "../names.ts";
import { leaveOut, shortText } from "../run.ts";
import { textOf } from "../values.ts";
import { isSet, millisOf } from "./fields.ts";
import { uploadNamed, uploadPaths } from "./files.ts";
import { groupOf } from "./groups.ts";
import { putAddress, type Run, timeOf } from "./run.ts";

const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);
const BCRYPT = /^\$2[aby]\$\d\d\$.{53}$/;
const ADDRESS_MAX = 255;

type Member = RecordOf<"members">;

/** Fields that members of NodeBB do not have. */
const PLAIN = {
  groupExpiresAt: null,
  returnGroupId: null,
  returnGroupExpiresAt: null,
  usernameChanges: 0,
  followsFrom: "EVERYONE",
  listDensity: "CARDS",
  closesAt: null,
} as const;

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export function noteNames(run: Run): void {
  for (const { id, row } of run.objects.each("user")) {
    for (const field of ["username", "nickname"] as const) noteName(run, id, field, row["username"]);
    run.scratch.countName(`email:${emailOf(row).toLowerCase()}`, id);
  }
}

/** Writes the members with their credentials and mail addresses, and the one of deleted authors and visitors. */
export async function readMembers(run: Run): Promise<void> {
  for (const { id, row } of run.objects.each("user")) {
    const nickname = await writeMember(run, id, row);
    run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", id, nickname);
    await writeCredential(run, id, row);
    await writeEmail(run, id, row);
  }
  await run.writer.append("members", ghostOf(run));
  run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", run.ghostId, run.ghostName);
}

async function writeMember(run: Run, id: number, row: Row): Promise<string> {
  const label = `user:${id}`;
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", row["username"], label);
  noteSlug(run, id, textOf(row["userslug"]), nickname);
  if ((millisOf(row["mutedUntil"]) ?? "") > run.options.now.toISOString())
    run.report.remark("muted", label, "It may not write there for some time; here it may.");
  await run.writer.append("members", {
    ...PLAIN,
    id,
    username,
    nickname,
    signature: shortText(run, row, "signature", 300, label),
    avatar: await pictureOf(run, label, textOf(row["picture"])),
    background: await pictureOf(run, label, textOf(row["cover:url"])),
    groupId: groupOf(run, id),
    ...standingOf(run, id, row),
    messagesFrom: audienceOf(run.objects.hash("user:settings", id) ?? {}),
    createdAt: timeOf(run, row, "joindate"),
    lastSeenAt: millisOf(row["lastonline"]),
  });
  return nickname;
}

/** Notes the name in addresses and mentions: texts and old links find the member by it. */
function noteSlug(run: Run, id: number, slug: string, nickname: string): void {
  if (slug === "") return;
  const isFirst = run.scratch.takeName(`slug:${slug.toLowerCase()}`, id);
  if (isFirst && nameKey(slug) !== nameKey(nickname))
    putAddress(run, `/user/${encodeURIComponent(slug)}`, `/user/${id}`);
}

/** Gives whether a member is banned, until when and why. */
function standingOf(run: Run, id: number, row: Row): Pick<Member, "status" | "statusReason" | "bannedUntil"> {
  const until = millisOf(row["banned:expire"]);
  const isOver = until !== null && until <= run.options.now.toISOString();
  if (!isSet(row["banned"]) || isOver) return { status: "NORMAL", statusReason: "", bannedUntil: null };
  const ban = run.objects.hash(run.objects.newest(`uid:${id}:bans:timestamp`) ?? "") ?? {};
  const statusReason = shortText(run, ban, "reason", 200, `user:${id}`);
  return { status: "BANNED", statusReason, bannedUntil: until };
}

/** Gives who may write to a member: of NodeBB 3, those whom it follows; of NodeBB 4, all, or nobody but some. */
function audienceOf(settings: Row): Member["messagesFrom"] {
  if (isSet(settings["disableIncomingChats"])) return "NOBODY";
  return isSet(settings["restrictChat"]) || textOf(settings["chatAllowList"]).length > "[]".length
    ? "FOLLOWED"
    : "EVERYONE";
}

function ghostOf({ ghostId, ghostName, beginning }: Run): Member {
  return {
    ...PLAIN,
    id: ghostId,
    username: ghostName,
    nickname: ghostName,
    signature: "",
    avatar: null,
    background: null,
    groupId: PresetGroup.MEMBER,
    status: "BANNED",
    statusReason: "",
    bannedUntil: null,
    messagesFrom: "EVERYONE",
    createdAt: beginning,
    lastSeenAt: null,
  };
}

/** Puts a picture of a member aside; one of another site is only listed. */
async function pictureOf(run: Run, label: string, address: string): Promise<string | null> {
  const upload = uploadNamed(run, address);
  if (upload === null || !PICTURES.has(extensionOf(upload))) {
    // Covers that come with the program are no files of members.
    if (address !== "" && !/(?:^|\/)assets\/images\//.test(address))
      run.report.remark("missingFiles", label, address);
    return null;
  }
  const file = await run.files.find(uploadPaths(upload));
  if (!file) {
    run.report.remark("missingFiles", label, address);
    return null;
  }
  const path = run.files.storedPath(`${label} ${file.path}`, PEOPLE_FOLDER);
  run.scratch.put("files", [path, 0], { path, location: file.location });
  putAddress(run, `/assets/uploads/${upload}`, `/files/${path}`);
  return path;
}

async function writeCredential(run: Run, memberId: number, row: Row): Promise<void> {
  const hash = textOf(row["password"]);
  if (hash === "") return;
  if (!BCRYPT.test(hash)) {
    run.report.remark("passwords", `user:${memberId}`, "Nobody knows the scheme of this password.");
    return;
  }
  // Since 1.13 the digest of a password is hashed; older accounts wait for their next sign-in.
  const scheme = isSet(row["password:shaWrapped"]) ? "nodebb" : "bcrypt";
  await run.writer.append("credentials", { memberId, scheme, hash, salt: "", charset: "utf-8" });
}

function emailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

/** Writes a mail address. One that several members have is proven for none of them. */
async function writeEmail(run: Run, memberId: number, row: Row): Promise<void> {
  const label = `user:${memberId}`;
  const address = emailOf(row);
  if (address === "") return;
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > ADDRESS_MAX) {
    leaveOut(run, label, `email: ${address} is no mail address.`);
    return;
  }
  const isShared = run.scratch.name(`email:${address.toLowerCase()}`)!.uses > 1;
  if (isShared)
    run.report.remark("emails", label, "Several members have this address; none of them has proven it.");
  const isProven = !isShared && isSet(row["email:confirmed"]);
  const verifiedAt = isProven ? timeOf(run, row, "joindate") : null;
  await run.writer.append("contacts", { memberId, channel: "EMAIL", address, verifiedAt });
}

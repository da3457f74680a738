import { nameKey } from "../../../core/text.ts";
import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { PEOPLE_FOLDER } from "../../../features/attachments/storage.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import {
  noteMail,
  noteMember,
  PHP_HASHES,
  type Schemes,
  writeCredential,
  writeGhost,
  writeMail,
  writeMember,
} from "../members.ts";
import { nameOf, noteName } from "../names.ts";
import { putAddress, putFile, shortText } from "../run.ts";
import { textOf } from "../values.ts";
import { isSet, millisOf } from "./fields.ts";
import { uploadNamed, uploadPaths } from "./files.ts";
import { groupOf } from "./groups.ts";
import { type Run, timeOf } from "./run.ts";

const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);
/** Hashes of the digests of passwords. */
const WRAPPED_HASHES: Schemes = [[/^\$2[aby]\$\d\d\$.{53}$/, "nodebb"]];

type Member = RecordOf<"members">;

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export function noteNames(run: Run): void {
  for (const { id, row } of run.objects.each("user")) {
    for (const field of ["username", "nickname"] as const) noteName(run, id, field, row["username"]);
    noteMail(run, id, mailOf(row));
  }
}

/** Writes the members with their credentials and mail addresses, and the one of deleted authors and visitors. */
export async function readMembers(run: Run): Promise<void> {
  for (const { id, row } of run.objects.each("user")) {
    noteMember(run, id, await writePerson(run, id, row));
    // Since 1.13 the digest of a password is hashed; older accounts wait for their next sign-in.
    const schemes = isSet(row["password:shaWrapped"]) ? WRAPPED_HASHES : PHP_HASHES;
    await writeCredential(run, `user:${id}`, schemes, { memberId: id, hash: textOf(row["password"]) });
    const provenAt = isSet(row["email:confirmed"]) ? timeOf(run, row, "joindate") : null;
    await writeMail(run, `user:${id}`, { memberId: id, address: mailOf(row), provenAt });
  }
  await writeGhost(run);
  noteMember(run, run.ghostId, run.ghostName);
}

async function writePerson(run: Run, id: number, row: Row): Promise<string> {
  const label = `user:${id}`;
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", row["username"], label);
  noteSlug(run, id, textOf(row["userslug"]), nickname);
  if ((millisOf(row["mutedUntil"]) ?? "") > run.options.now.toISOString())
    run.report.remark("muted", label, "It may not write there for some time; here it may.");
  await writeMember(run, {
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
  putFile(run, path, file.location);
  putAddress(run, `/assets/uploads/${upload}`, `/files/${path}`);
  return path;
}

function mailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

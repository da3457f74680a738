import { extensionOf } from "../../features/attachments/fileKinds.ts";
import { PEOPLE_FOLDER } from "../../features/attachments/storage.ts";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import { parsePhone } from "../../features/sms/phoneNumber.ts";
import { nameKey } from "../../core/text.ts";
import type { RecordOf } from "../format/records.ts";
import { putFile, type SourceRun } from "./run.ts";
import { cut } from "./values.ts";

const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);

/** True for a name of a picture that a member can have. */
export const isPicture = (name: string): boolean => PICTURES.has(extensionOf(name));
const MAIL = /^[^\s@]{1,64}@[^\s@]+$/;
const MAIL_MAX = 255;
const SALT_MAX = 64;
const MD5 = /^[\da-f]{32}$/i;

/** Fields that not every program has for its members. */
const PLAIN = {
  signature: "",
  avatar: null,
  background: null,
  groupExpiresAt: null,
  returnGroupId: null,
  returnGroupExpiresAt: null,
  statusReason: "",
  bannedUntil: null,
  silencedUntil: null,
  silenceReason: "",
  usernameChanges: 0,
  messagesFrom: "EVERYONE",
  followsFrom: "EVERYONE",
  listDensity: "CARDS",
  lastSeenAt: null,
  closesAt: null,
} as const satisfies Partial<RecordOf<"members">>;

type Member = Omit<RecordOf<"members">, keyof typeof PLAIN> & Partial<RecordOf<"members">>;

/** Writes a member; fields that the source does not have are as those of a new member. */
export function writeMember({ writer }: SourceRun, member: Member): Promise<void> {
  return writer.append("members", { ...PLAIN, ...member });
}

/** Notes that a member exists under a nickname, by which texts and rows find them. */
export function noteMember({ scratch }: SourceRun, id: number, nickname: string): void {
  scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", id, nickname);
}

/** Writes the member in place of deleted authors, after all others. */
export async function writeGhost(run: SourceRun, groupId: number = PresetGroup.MEMBER): Promise<void> {
  const { ghostId: id, ghostName: name, beginning: createdAt } = run;
  await writeMember(run, { id, username: name, nickname: name, groupId, status: "BANNED", createdAt });
}

/**
 * Puts the picture of a member aside, from the first path that exists.
 * @param isExpected false where nobody says that there is one
 * @returns its path in the format and that in the source; null, with a remark, if it is missing
 */
export async function storePicture(
  run: SourceRun,
  label: string,
  name: string,
  paths: readonly string[],
  { isExpected = true, onSite }: { isExpected?: boolean; onSite?: string | null } = {},
): Promise<{ path: string; source: string } | null> {
  if (name === "") return null;
  const file = isPicture(name) ? await run.files.find(paths, onSite) : null;
  if (!file) {
    if (isExpected) run.report.remark("missingFiles", label, name);
    return null;
  }
  const path = run.files.storedPath(`${label} ${file.path}`, PEOPLE_FOLDER);
  putFile(run, path, file.location);
  return { path, source: file.path };
}

/** Schemes of passwords by the form of their hashes; the first one that fits holds. */
export type Schemes = readonly (readonly [RegExp, RecordOf<"credentials">["scheme"]])[];

/** Hashes of PHP's `password_hash`. */
export const PHP_HASHES: Schemes = [
  [/^\$2[aby]\$\d\d\$.{53}$/, "bcrypt"],
  [/^\$argon2/, "argon2"],
];
/** Hashes of UCenter, and of programs that took them over. */
export const UCENTER_HASHES: Schemes = [...PHP_HASHES, [MD5, "ucenter"]];

/** Writes the hash of a password; the report names those of a form that nobody knows. */
export async function writeCredential(
  run: SourceRun,
  label: string,
  schemes: Schemes,
  {
    hash,
    salt = "",
    ...more
  }: Pick<RecordOf<"credentials">, "memberId" | "hash"> & Partial<RecordOf<"credentials">>,
): Promise<void> {
  if (hash === "") return;
  const scheme = schemes.find(([form]) => form.test(hash))?.[1];
  if (scheme === undefined) {
    run.report.remark("passwords", label, "Nobody knows the scheme of this password.");
    return;
  }
  await run.writer.append("credentials", {
    charset: "utf-8",
    ...more,
    scheme,
    hash: MD5.test(hash) ? hash.toLowerCase() : hash,
    // Hashes of crypt hold their salt.
    salt: hash.startsWith("$") ? "" : cut(salt, SALT_MAX),
  });
}

/** Notes the mail address of a member before any is written: one that several members have is proven for none of them. */
export function noteMail(run: SourceRun, memberId: number, address: string): void {
  if (address !== "") run.scratch.countName(`mail:${nameKey(address)}`, memberId);
}

/** Writes a mail address. @param provenAt null if nobody has proven that it is theirs */
export async function writeMail(
  run: SourceRun,
  label: string,
  { memberId, address, provenAt }: { memberId: number; address: string; provenAt: string | null },
): Promise<void> {
  if (address === "") return;
  if (!MAIL.test(address) || address.length > MAIL_MAX) {
    run.report.remark("mails", label, `${address} is no mail address.`);
    return;
  }
  const isShared = run.scratch.name(`mail:${nameKey(address)}`)!.uses > 1;
  if (isShared)
    run.report.remark("mails", label, "Several members have this address; none of them has proven it.");
  const verifiedAt = isShared ? null : provenAt;
  await run.writer.append("contacts", { memberId, channel: "EMAIL", address, verifiedAt });
}

/** Gives the number of a mobile phone; null for a text that is not one. */
export function phoneOf(value: string): string | null {
  try {
    return parsePhone(value);
  } catch {
    return null;
  }
}

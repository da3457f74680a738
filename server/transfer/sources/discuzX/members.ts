import { parsePhone } from "../../../features/sms/phoneNumber.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { PEOPLE_FOLDER } from "../../../features/attachments/storage.ts";
import { decodeHTML } from "entities";
import { cleanLine, withoutEnd } from "../../../core/text.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../mysqlSource.ts";
import { nameOf, noteName } from "../names.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { ADMINISTRATORS, NO_ADDRESS, NO_POSTS, WAITING } from "./groups.ts";
import { oneOf, type Run, secondsOf, timeOf, together } from "./run.ts";

const BCRYPT = /^\$2[aby]\$\d\d\$.{53}$/;
const MD5 = /^[\da-f]{32}$/i;
const MAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const LOCKED = -1;
const COLUMNS = [
  "uid",
  "email",
  "username",
  "status",
  "emailstatus",
  "avatarstatus",
  "adminid",
  "groupid",
  "groupexpiry",
  "extgroupids",
  "regdate",
  "freeze",
];

/** Rows that belong to the members of a slice, by their ids. */
interface Belongings {
  readonly accounts: ReadonlyMap<number, Row>;
  readonly fields: ReadonlyMap<number, Row>;
  readonly visits: ReadonlyMap<number, Row>;
  readonly profiles: ReadonlyMap<number, Row>;
}

/** A table of members with the archive of those who have long not come. */
function withArchive(name: string): [string, string] {
  return [name, `${name}_archive`];
}

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export async function noteNames(run: Run): Promise<void> {
  const columns = ["username", "email"];
  for await (const slice of together(run, withArchive("common_member"), "uid", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["uid"]);
      for (const field of ["username", "nickname"] as const) noteName(run, id, field, row["username"]);
      const mail = mailOf(row);
      if (mail !== null) run.scratch.countName(`mail:${mail.toLowerCase()}`, id);
    }
}

/** Writes the members with their passwords and addresses, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  if (!run.source.has("ucenter_members"))
    run.report.remark(
      "passwords",
      "ucenter_members",
      "The tables of UCenter are not here; name them by ?uc=.",
    );
  for await (const slice of together(run, withArchive("common_member"), "uid", { columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["uid"]));
    const belongings: Belongings = {
      accounts: await oneOf(run, ["ucenter_members"], "uid", ids, ["password", "salt", "secques"]),
      fields: await oneOf(run, withArchive("common_member_field_forum"), "uid", ids, ["sightml"]),
      visits: await oneOf(run, withArchive("common_member_status"), "uid", ids, ["lastvisit"]),
      profiles: await oneOf(run, withArchive("common_member_profile"), "uid", ids, ["mobile"]),
    };
    for (const row of slice) {
      const id = wholeOf(row["uid"]);
      const name = await writeMember(run, row, belongings);
      run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", id, name);
      await writeCredential(run, id, belongings.accounts.get(id));
      await writeContacts(run, row, belongings.profiles.get(id));
    }
  }
  await run.writer.append("members", ghostOf(run));
  run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", run.ghostId, run.ghostName);
}

async function writeMember(run: Run, row: Row, { fields, visits }: Belongings): Promise<string> {
  const id = wholeOf(row["uid"]);
  const label = `common_member ${id}`;
  const nickname = nameOf(run, id, "nickname", row["username"], label);
  const signature = cleanLine(
    decodeHTML(textOf(fields.get(id)?.["sightml"]).replace(/<[^<>]*>|\[\/?[a-z]+(?:=[^[\]]*)?\]/gi, " ")),
  ).replace(/\s+/g, " ");
  if (signature.length > 300) run.report.remark("shortened", label, `sightml: ${signature}`);
  await run.writer.append("members", {
    ...PLAIN,
    ...standingOf(run, row, label),
    id,
    username: nameOf(run, id, "username", row["username"], label),
    nickname,
    signature: cut(signature, 300),
    avatar: await avatarOf(run, row, label),
    createdAt: timeOf(run, row, "regdate"),
    lastSeenAt: secondsOf(visits.get(id)?.["lastvisit"]),
  });
  return nickname;
}

const PLAIN = {
  background: null,
  returnGroupExpiresAt: null,
  statusReason: "",
  usernameChanges: 0,
  messagesFrom: "EVERYONE",
  followsFrom: "EVERYONE",
  listDensity: "CARDS",
  closesAt: null,
} as const;

type Standing = Pick<
  RecordOf<"members">,
  "groupId" | "groupExpiresAt" | "returnGroupId" | "status" | "bannedUntil"
>;

/** Gives the group and the state of a member; groups that end lead back to that of members. */
function standingOf(run: Run, row: Row, label: string): Standing {
  const plain = {
    groupId: PresetGroup.MEMBER,
    groupExpiresAt: null,
    returnGroupId: null,
    bannedUntil: null,
  } as const;
  const group = wholeOf(row["groupid"]);
  const ends = secondsOf(row["groupexpiry"]);
  const isOver = ends !== null && ends <= run.options.now.toISOString();
  const others = textOf(row["extgroupids"]).trim();
  if (others !== "") run.report.remark("groups", label, `It is in ${others.replace(/\s+/g, ", ")} besides.`);
  if (wholeOf(row["status"]) === LOCKED) return { ...plain, status: "BANNED" };
  if (wholeOf(row["freeze"]) !== 0) {
    run.report.remark("states", label, "The account was frozen; it waits for a review.");
    return { ...plain, status: "UNDER_REVIEW" };
  }
  if (group >= NO_POSTS && group <= NO_ADDRESS)
    return isOver ? { ...plain, status: "NORMAL" } : { ...plain, status: "BANNED", bannedUntil: ends };
  if (group === WAITING) return { ...plain, status: "UNDER_REVIEW" };
  const target = run.groups.get(group) ?? PresetGroup.MEMBER;
  const isAdministrator = wholeOf(row["adminid"]) === ADMINISTRATORS;
  const isRefused = target === PresetGroup.GUEST || (target === PresetGroup.ADMIN && !isAdministrator);
  if (!run.groups.has(group) || isOver || isRefused) {
    run.report.remark(
      "groups",
      label,
      `Group ${group} is none of theirs any more; the group of members holds.`,
    );
    return { ...plain, status: "NORMAL" };
  }
  if (ends === null || target === PresetGroup.MEMBER) return { ...plain, groupId: target, status: "NORMAL" };
  return {
    ...plain,
    groupId: target,
    groupExpiresAt: ends,
    returnGroupId: PresetGroup.MEMBER,
    status: "NORMAL",
  };
}

function ghostOf({ ghostId, ghostName, beginning }: Run): RecordOf<"members"> {
  return {
    ...PLAIN,
    id: ghostId,
    username: ghostName,
    nickname: ghostName,
    signature: "",
    avatar: null,
    groupId: PresetGroup.MEMBER,
    groupExpiresAt: null,
    returnGroupId: null,
    status: "BANNED",
    bannedUntil: null,
    createdAt: beginning,
    lastSeenAt: null,
  };
}

/** Stores the picture of a member: that of UCenter, the largest there is. */
async function avatarOf(run: Run, row: Row, label: string): Promise<string | null> {
  const digits = String(wholeOf(row["uid"])).padStart(9, "0");
  const stem = `${digits.slice(0, 3)}/${digits.slice(3, 5)}/${digits.slice(5, 7)}/${digits.slice(7)}_avatar_`;
  const sizes = ["big", "middle", "small"].map((size) => `uc_server/data/avatar/${stem}${size}.jpg`);
  // Who has none is not asked for on the old site.
  const file = await run.files.find(sizes, wholeOf(row["avatarstatus"]) > 0 ? undefined : null);
  if (!file) {
    if (wholeOf(row["avatarstatus"]) > 0) run.report.remark("missingFiles", label, sizes[0]!);
    return null;
  }
  const path = run.files.storedPath(`${label} ${file.path}`, PEOPLE_FOLDER);
  run.scratch.put("files", [path, 0], { path, location: file.location });
  for (const size of sizes) putAddress(run, `/${size}`, `/files/${path}`);
  return path;
}

/** Puts an old address aside, within the folder that the old site was in. */
export function putAddress(run: Run, own: string, target: string): void {
  const { address: site } = run.options;
  const base = URL.canParse(site) ? withoutEnd(new URL(site).pathname, "/") : "";
  const address = base + own;
  if (address.length <= 500) run.scratch.put("oldAddresses", [address, 0], { address, target });
}

/** Writes the password of UCenter; that of Discuz! X itself is a random one. */
async function writeCredential(run: Run, memberId: number, row: Row | undefined): Promise<void> {
  const hash = textOf(row?.["password"]);
  const { charset } = run;
  if (hash === "") return;
  if (/[^\s0]/.test(textOf(row!["secques"])))
    run.report.remark("securityQuestions", `common_member ${memberId}`, "It is not asked any more.");
  if (BCRYPT.test(hash))
    await run.writer.append("credentials", { memberId, scheme: "bcrypt", hash, salt: "", charset });
  else if (hash.startsWith("$argon2"))
    await run.writer.append("credentials", { memberId, scheme: "argon2", hash, salt: "", charset });
  else if (MD5.test(hash)) {
    const salt = cut(textOf(row!["salt"]), 64);
    await run.writer.append("credentials", {
      memberId,
      scheme: "ucenter",
      hash: hash.toLowerCase(),
      salt,
      charset,
    });
  } else
    run.report.remark("passwords", `common_member ${memberId}`, "Nobody knows the scheme of this password.");
}

function mailOf(row: Row): string | null {
  const mail = textOf(row["email"]).trim();
  return MAIL.test(mail) && mail.length <= 255 ? mail : null;
}

/** Writes the mail address, and the phone number, which nobody has proven. */
async function writeContacts(run: Run, row: Row, profile: Row | undefined): Promise<void> {
  const memberId = wholeOf(row["uid"]);
  const label = `common_member ${memberId}`;
  const mail = mailOf(row);
  if (mail !== null) {
    const isShared = run.scratch.name(`mail:${mail.toLowerCase()}`)!.uses > 1;
    if (isShared)
      run.report.remark("mails", label, "Several members have this address; none of them has proven it.");
    const verifiedAt = wholeOf(row["emailstatus"]) === 1 && !isShared ? timeOf(run, row, "regdate") : null;
    await run.writer.append("contacts", { memberId, channel: "EMAIL", address: mail, verifiedAt });
  } else if (textOf(row["email"]) !== "")
    run.report.remark("mails", label, `${textOf(row["email"])} is no address.`);
  const mobile = textOf(profile?.["mobile"]).trim();
  if (mobile === "") return;
  try {
    const address = parsePhone(mobile);
    await run.writer.append("contacts", { memberId, channel: "SMS", address, verifiedAt: null });
  } catch {
    run.report.remark("phones", label, `${mobile} is no number of a mobile phone.`);
  }
}

import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { decodeHTML } from "entities";
import { cleanLine } from "../../../core/text.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import {
  noteMail,
  noteMember,
  phoneOf,
  storePicture,
  UCENTER_HASHES,
  writeCredential,
  writeGhost,
  writeMail,
  writeMember,
} from "../members.ts";
import { nameOf, noteName } from "../names.ts";
import { putAddress } from "../run.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { ADMINISTRATORS, NO_ADDRESS, NO_POSTS, WAITING } from "./groups.ts";
import { oneOf, type Run, secondsOf, timeOf, together } from "./run.ts";

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
      noteMail(run, id, mailOf(row));
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
      noteMember(run, id, await writePerson(run, row, belongings));
      await writePassword(run, id, belongings.accounts.get(id));
      await writeContacts(run, row, belongings.profiles.get(id));
    }
  }
  await writeGhost(run);
  noteMember(run, run.ghostId, run.ghostName);
}

async function writePerson(run: Run, row: Row, { fields, visits }: Belongings): Promise<string> {
  const id = wholeOf(row["uid"]);
  const label = `common_member ${id}`;
  const nickname = nameOf(run, id, "nickname", row["username"], label);
  // Addresses name members as they were called.
  const before = encodeURIComponent(textOf(row["username"]));
  if (nickname !== row["username"])
    for (const address of [`/home.php?mod=space&username=${before}`, `/space-username-${before}.html`])
      putAddress(run, address, `/user/${id}`);
  const signature = cleanLine(
    decodeHTML(textOf(fields.get(id)?.["sightml"]).replace(/<[^<>]*>|\[\/?[a-z]+(?:=[^[\]]*)?\]/gi, " ")),
  ).replace(/\s+/g, " ");
  if (signature.length > 300) run.report.remark("shortened", label, `sightml: ${signature}`);
  await writeMember(run, {
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

/** Stores the picture of a member: that of UCenter, the largest there is. */
async function avatarOf(run: Run, row: Row, label: string): Promise<string | null> {
  const digits = String(wholeOf(row["uid"])).padStart(9, "0");
  const stem = `${digits.slice(0, 3)}/${digits.slice(3, 5)}/${digits.slice(5, 7)}/${digits.slice(7)}_avatar_`;
  const sizes = ["big", "middle", "small"].map((size) => `uc_server/data/avatar/${stem}${size}.jpg`);
  // Pictures of UCenter may be there without a word of the member's row.
  const isExpected = wholeOf(row["avatarstatus"]) > 0;
  // Who has none is not asked for on the old site.
  const options = isExpected ? { isExpected } : { isExpected, onSite: null };
  const picture = await storePicture(run, label, sizes[0]!, sizes, options);
  const script = `uc_server/avatar.php?uid=${wholeOf(row["uid"])}`;
  if (picture)
    for (const address of [...sizes, script]) putAddress(run, `/${address}`, `/files/${picture.path}`);
  return picture?.path ?? null;
}

/** Writes the password of UCenter; that of Discuz! X itself is a random one. */
async function writePassword(run: Run, memberId: number, row: Row | undefined): Promise<void> {
  const [hash, salt] = [textOf(row?.["password"]), textOf(row?.["salt"])];
  const label = `common_member ${memberId}`;
  if (hash !== "" && /[^\s0]/.test(textOf(row!["secques"])))
    run.report.remark("securityQuestions", label, "It is not asked any more.");
  await writeCredential(run, label, UCENTER_HASHES, { memberId, hash, salt, charset: run.charset });
}

function mailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

/** Writes the mail address, and the phone number, which nobody has proven. */
async function writeContacts(run: Run, row: Row, profile: Row | undefined): Promise<void> {
  const memberId = wholeOf(row["uid"]);
  const label = `common_member ${memberId}`;
  const provenAt = wholeOf(row["emailstatus"]) === 1 ? timeOf(run, row, "regdate") : null;
  await writeMail(run, label, { memberId, address: mailOf(row), provenAt });
  const mobile = textOf(profile?.["mobile"]).trim();
  const address = phoneOf(mobile);
  if (address !== null)
    await run.writer.append("contacts", { memberId, channel: "SMS", address, verifiedAt: null });
  else if (mobile !== "") run.report.remark("phones", label, `${mobile} is no number of a mobile phone.`);
}

import { cleanLine, nameKey } from "../../../core/text.ts";
import { PresetGroup } from "../../../features/groups/group.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import { noteMail, noteMember, storePicture, writeGhost, writeMail, writeMember } from "../members.ts";
import type { Row } from "../sqlSource.ts";
import { nameOf, noteName } from "../names.ts";
import { putAddress } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { uploadPaths } from "./files.ts";
import { groupOf } from "./groups.ts";
import { type Run, timeOf } from "./run.ts";

type Member = RecordOf<"members">;

const HASH = /^[\da-f]{64}$/;
const ALGORITHM = /^\$pbkdf2-sha256\$i=\d{1,7},l=32\$$/;
const SALT_MAX = 64;
const SIGNATURE_MAX = 300;
/** Addresses that Discourse gives to members without one. */
const NO_ADDRESS = /\.invalid$/i;
/** Members of the community: below are the system and its bot. */
const PEOPLE = "id > 0";
const COLUMNS = [
  "id",
  "username",
  "active",
  "approved",
  "staged",
  "suspended_till",
  "silenced_till",
  "admin",
  "moderator",
  "trust_level",
  "created_at",
  "last_seen_at",
  "password_hash",
  "salt",
  "password_algorithm",
  "uploaded_avatar_id",
  "primary_group_id",
];

/** Rows of other tables about a slice of members, by the members' ids. */
interface Beside {
  readonly emails: ReadonlyMap<number, readonly Row[]>;
  readonly passwords: ReadonlyMap<number, readonly Row[]>;
  readonly profiles: ReadonlyMap<number, readonly Row[]>;
  readonly avatars: ReadonlyMap<number, readonly Row[]>;
  readonly groups: ReadonlyMap<number, readonly Row[]>;
  readonly uploads: ReadonlyMap<number, readonly Row[]>;
}

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export async function noteNames(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: ["username"], where: PEOPLE })) {
    for (const row of slice)
      for (const field of ["username", "nickname"] as const)
        noteName(run, wholeOf(row["id"]), field, row["username"]);
  }
  for await (const slice of run.source.slices("user_emails", { columns: ["user_id", "email"] }))
    for (const row of slice) noteMail(run, wholeOf(row["user_id"]), emailOf(row));
}

/** Writes the members with their credentials and mail addresses, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: COLUMNS, where: PEOPLE })) {
    const beside = await besideOf(run, slice);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      noteMember(run, id, await writePerson(run, row, beside));
      await writeCredential(run, row, beside.passwords.get(id)?.[0] ?? row);
      await writeEmail(run, row, beside.emails.get(id) ?? []);
    }
  }
  await writeGhost(run);
  noteMember(run, run.ghostId, run.ghostName);
}

async function besideOf({ source }: Run, slice: readonly Row[]): Promise<Beside> {
  const ids = slice.map((row) => wholeOf(row["id"]));
  const avatars = await source.rowsOf("user_avatars", "user_id", ids, [
    "custom_upload_id",
    "gravatar_upload_id",
  ]);
  const uploadIds = [...slice, ...[...avatars.values()].flat()].flatMap((row) =>
    ["uploaded_avatar_id", "custom_upload_id", "gravatar_upload_id"].flatMap((name) => idOf(row[name]) ?? []),
  );
  return {
    avatars,
    emails: await source.rowsOf("user_emails", "user_id", ids, ["email", "primary"]),
    passwords: await source.rowsOf("user_passwords", "user_id", ids, [
      "password_hash",
      "password_salt",
      "password_algorithm",
    ]),
    profiles: await source.rowsOf("user_profiles", "user_id", ids, ["bio_raw"]),
    groups: await source.rowsOf("group_users", "user_id", ids, ["group_id"]),
    uploads: await source.rowsOf("uploads", "id", uploadIds, ["url", "extension"]),
  };
}

async function writePerson(run: Run, row: Row, beside: Beside): Promise<string> {
  const id = wholeOf(row["id"]);
  const label = `users ${id}`;
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", row["username"], label);
  if (nameKey(nickname) !== nameKey(textOf(row["username"])))
    for (const folder of ["u", "users"])
      putAddress(run, `/${folder}/${textOf(row["username"])}`, `/user/${id}`);
  const groupId = groupOf(run, row, beside.groups.get(id) ?? []);
  await writeMember(run, {
    id,
    username,
    nickname,
    signature: signatureOf(run, label, beside.profiles.get(id)?.[0]),
    avatar: await avatarOf(run, row, beside),
    groupId,
    silencedUntil: silenceOf(run, row, groupId),
    ...statusOf(run, row),
    createdAt: timeOf(run, row["created_at"]),
    lastSeenAt: run.times.utc(row["last_seen_at"]),
  });
  return nickname;
}

/** Gives the end of a silence; null if there is none now. Staff who administers is never silenced. */
function silenceOf(run: Run, row: Row, groupId: number): string | null {
  const until = run.times.utc(row["silenced_till"]);
  return until !== null && isLater(run, until) && groupId !== PresetGroup.ADMIN ? until : null;
}

function statusOf(run: Run, row: Row): Pick<Member, "status" | "statusReason" | "bannedUntil"> {
  const until = run.times.utc(row["suspended_till"]);
  if (until !== null && isLater(run, until))
    return { status: "BANNED", statusReason: "", bannedUntil: until };
  // Sites that approve nobody leave the mark unset for all.
  const needsApproval = run.settings.get("must_approve_users") === "t" && wholeOf(row["staged"]) !== 1;
  const waits = needsApproval && wholeOf(row["approved"]) !== 1 && wholeOf(row["admin"]) !== 1;
  return { status: waits ? "UNDER_REVIEW" : "NORMAL", statusReason: "", bannedUntil: null };
}

function isLater({ options }: Run, time: string): boolean {
  return time > options.now.toISOString();
}

function signatureOf(run: Run, label: string, profile: Row | undefined): string {
  const text = cleanLine(textOf(profile?.["bio_raw"]));
  if (text.length > SIGNATURE_MAX) run.report.remark("shortened", label, `bio_raw: ${text}`);
  return cut(text, SIGNATURE_MAX);
}

/** Finds the picture that a member has chosen: their own, or the one of Gravatar. */
async function avatarOf(run: Run, row: Row, { avatars, uploads }: Beside): Promise<string | null> {
  const id = wholeOf(row["id"]);
  const label = `users ${id}`;
  const own = avatars.get(id)?.[0];
  const uploadId =
    idOf(row["uploaded_avatar_id"]) ?? idOf(own?.["custom_upload_id"]) ?? idOf(own?.["gravatar_upload_id"]);
  const upload = uploads.get(uploadId ?? 0)?.[0];
  const url = textOf(upload?.["url"]);
  return (await storePicture(run, label, url, uploadPaths(url)))?.path ?? null;
}

/** Writes the hash of a member whose account is complete. */
async function writeCredential(run: Run, row: Row, password: Row): Promise<void> {
  const memberId = wholeOf(row["id"]);
  const hash = textOf(password["password_hash"]);
  if (hash === "") return;
  const label = `users ${memberId}`;
  if (wholeOf(row["active"]) !== 1) {
    run.report.remark("inactive", label, "It is not active there: it has to prove its address first.");
    return;
  }
  const salt = textOf(password["password_salt"] ?? password["salt"]);
  const algorithm = textOf(password["password_algorithm"]);
  const isKnown =
    HASH.test(hash) && salt.length <= SALT_MAX && (algorithm === "" || ALGORITHM.test(algorithm));
  if (!isKnown) run.report.remark("passwords", label, "Nobody knows the scheme of this password.");
  else
    await run.writer.append("credentials", {
      memberId,
      scheme: "discourse",
      hash: `${algorithm}${hash}`,
      salt,
      charset: "utf-8",
    });
}

function emailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

/** Writes the first mail address; the report names the others. */
async function writeEmail(run: Run, row: Row, rows: readonly Row[]): Promise<void> {
  const memberId = wholeOf(row["id"]);
  const label = `users ${memberId}`;
  const first = rows.find((each) => wholeOf(each["primary"]) === 1) ?? rows[0];
  for (const other of rows)
    if (other !== first) run.report.remark("mails", label, `It has another address: ${emailOf(other)}`);
  const address = first ? emailOf(first) : "";
  const isProven = wholeOf(row["active"]) === 1 && wholeOf(row["staged"]) !== 1;
  const provenAt = isProven ? timeOf(run, row["created_at"]) : null;
  if (!NO_ADDRESS.test(address)) await writeMail(run, label, { memberId, address, provenAt });
}

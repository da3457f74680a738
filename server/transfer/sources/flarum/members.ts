import { PresetGroup } from "../../../features/groups/group.entity.ts";
import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { PEOPLE_FOLDER } from "../../../features/attachments/storage.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../mysqlSource.ts";
import { nameOf, noteName } from "../names.ts";
import { leaveOut, shortText } from "../run.ts";
import { textOf, wholeOf } from "../values.ts";
import { groupOf } from "./groups.ts";
import { putAddress } from "./places.ts";
import { type Run, timeOf } from "./run.ts";

const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);
const BCRYPT = /^\$2[aby]\$\d\d\$.{53}$/;
const ADDRESS_MAX = 255;
const COLUMNS = [
  "id",
  "username",
  "nickname",
  "email",
  "is_email_confirmed",
  "password",
  "avatar_url",
  "bio",
  "joined_at",
  "last_seen_at",
  "suspended_until",
  "suspend_reason",
];

/** Fields that members of Flarum do not have. */
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
} as const;

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export async function noteNames(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: ["username", "nickname", "email"] }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      for (const field of ["username", "nickname"] as const)
        noteName(run, id, field, textOf(row[field]) || row["username"]);
      run.scratch.countName(`email:${emailOf(row).toLowerCase()}`, id);
    }
}

/** Writes the members with their credentials and mail addresses, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const groups = await run.source.rowsOf("group_user", "user_id", ids, ["group_id"]);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const nickname = await writeMember(run, row, groupOf(run, id, groups.get(id) ?? []));
      run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", id, nickname);
      await writeCredential(run, row);
      await writeEmail(run, row);
    }
  }
  await run.writer.append("members", ghostOf(run));
  run.scratch.run("INSERT INTO members (id, name) VALUES (?, ?)", run.ghostId, run.ghostName);
}

async function writeMember(run: Run, row: Row, groupId: number): Promise<string> {
  const id = wholeOf(row["id"]);
  const label = `users ${id}`;
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", textOf(row["nickname"]) || row["username"], label);
  const until = run.times.utc(row["suspended_until"]);
  const isBanned = until !== null && until > run.options.now.toISOString();
  if (username !== row["username"]) putAddress(run, `/u/${textOf(row["username"])}`, `/user/${id}`);
  await run.writer.append("members", {
    ...PLAIN,
    id,
    username,
    nickname,
    signature: shortText(run, row, "bio", 300, label),
    avatar: await avatarOf(run, label, textOf(row["avatar_url"])),
    groupId,
    status: isBanned ? "BANNED" : "NORMAL",
    statusReason: isBanned ? shortText(run, row, "suspend_reason", 200, label) : "",
    bannedUntil: isBanned ? until : null,
    createdAt: timeOf(run, row["joined_at"]),
    lastSeenAt: run.times.utc(row["last_seen_at"]),
  });
  return nickname;
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
    status: "BANNED",
    statusReason: "",
    bannedUntil: null,
    createdAt: beginning,
    lastSeenAt: null,
  };
}

async function avatarOf(run: Run, label: string, name: string): Promise<string | null> {
  if (name === "") return null;
  const paths = [`public/assets/avatars/${name}`, `assets/avatars/${name}`, `avatars/${name}`];
  const file = PICTURES.has(extensionOf(name)) ? await run.files.find(paths) : null;
  if (!file) {
    run.report.remark("missingFiles", label, name);
    return null;
  }
  const path = run.files.storedPath(`${label} ${file.path}`, PEOPLE_FOLDER);
  run.scratch.put("files", [path, 0], { path, location: file.location });
  putAddress(run, `/assets/avatars/${name}`, `/files/${path}`);
  return path;
}

async function writeCredential(run: Run, row: Row): Promise<void> {
  const memberId = wholeOf(row["id"]);
  const hash = textOf(row["password"]);
  if (hash === "") return;
  const plain = { memberId, salt: "", charset: "utf-8" } as const;
  if (BCRYPT.test(hash)) await run.writer.append("credentials", { ...plain, scheme: "bcrypt", hash });
  else if (hash.startsWith("$argon2"))
    await run.writer.append("credentials", { ...plain, scheme: "argon2", hash });
  else run.report.remark("passwords", `users ${memberId}`, "Nobody knows the scheme of this password.");
}

function emailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

/** Writes a mail address. One that several members have is proven for none of them. */
async function writeEmail(run: Run, row: Row): Promise<void> {
  const memberId = wholeOf(row["id"]);
  const label = `users ${memberId}`;
  const address = emailOf(row);
  if (address === "") return;
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > ADDRESS_MAX) {
    leaveOut(run, label, `email: ${address} is no mail address.`);
    return;
  }
  const isShared = run.scratch.name(`email:${address.toLowerCase()}`)!.uses > 1;
  if (isShared)
    run.report.remark("emails", label, "Several members have this address; none of them has proven it.");
  const isProven = !isShared && wholeOf(row["is_email_confirmed"]) === 1;
  const verifiedAt = isProven ? timeOf(run, row["joined_at"]) : null;
  await run.writer.append("contacts", { memberId, channel: "EMAIL", address, verifiedAt });
}

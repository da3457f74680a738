import {
  noteMail,
  noteMember,
  PHP_HASHES,
  storePicture,
  writeCredential,
  writeGhost,
  writeMail,
  writeMember,
} from "../members.ts";
import type { Row } from "../sqlSource.ts";
import { nameKey } from "../../../core/text.ts";
import { nameOf, noteName } from "../names.ts";
import { putAddress, shortText } from "../run.ts";
import { textOf, wholeOf } from "../values.ts";
import { groupOf } from "./groups.ts";
import { type Run, timeOf } from "./run.ts";

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

/** Notes the names and mail addresses of all members, so that the first one keeps what several want. */
export async function noteNames(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: ["username", "nickname", "email"] }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      for (const field of ["username", "nickname"] as const)
        noteName(run, id, field, textOf(row[field]) || row["username"]);
      noteMail(run, id, mailOf(row));
    }
}

/** Writes the members with their credentials and mail addresses, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const groups = await run.source.rowsOf("group_user", "user_id", ids, ["group_id"]);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `users ${id}`;
      noteMember(run, id, await writePerson(run, row, groupOf(run, id, groups.get(id) ?? [])));
      await writeCredential(run, label, PHP_HASHES, { memberId: id, hash: textOf(row["password"]) });
      const provenAt = wholeOf(row["is_email_confirmed"]) === 1 ? timeOf(run, row["joined_at"]) : null;
      await writeMail(run, label, { memberId: id, address: mailOf(row), provenAt });
    }
  }
  await writeGhost(run);
  noteMember(run, run.ghostId, run.ghostName);
}

async function writePerson(run: Run, row: Row, groupId: number): Promise<string> {
  const id = wholeOf(row["id"]);
  const label = `users ${id}`;
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", textOf(row["nickname"]) || row["username"], label);
  const until = run.times.utc(row["suspended_until"]);
  const isBanned = until !== null && until > run.options.now.toISOString();
  // Addresses named members by what is their name for signing in here, which leads nowhere.
  if (nameKey(nickname) !== nameKey(textOf(row["username"])))
    putAddress(run, `/u/${textOf(row["username"])}`, `/user/${id}`);
  await writeMember(run, {
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

async function avatarOf(run: Run, label: string, name: string): Promise<string | null> {
  const paths = [`public/assets/avatars/${name}`, `assets/avatars/${name}`, `avatars/${name}`];
  const picture = await storePicture(run, label, name, paths);
  if (picture) putAddress(run, `/assets/avatars/${name}`, `/files/${picture.path}`);
  return picture?.path ?? null;
}

function mailOf(row: Row): string {
  return textOf(row["email"]).trim();
}

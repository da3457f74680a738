import type { RecordOf } from "../../format/records.ts";
import {
  isPicture,
  noteMember,
  phoneOf,
  storePicture,
  UCENTER_HASHES,
  writeCredential,
  writeGhost,
  writeMember,
} from "../members.ts";
import { nameOf, noteName } from "../names.ts";
import { textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { groupOf, readMemberships } from "./memberships.ts";
import { putAddress, shortText } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

const STATUS: Readonly<Record<number, RecordOf<"members">["status"]>> = {
  0: "NORMAL",
  1: "BANNED",
  2: "UNDER_REVIEW",
  3: "REFUSED",
  4: "IGNORED",
  10: "FIELDS_MISSING",
};
const COLUMNS = [
  "id",
  "username",
  "nickname",
  "password",
  "salt",
  "mobile",
  "mobile_confirmed",
  "signature",
  "avatar",
  "background",
  "status",
  "reject_reason",
  "username_bout",
  "login_at",
  "joined_at",
  "expired_at",
  "created_at",
  "updated_at",
];

/** Notes the names and numbers of all members, so that the first one keeps what several want. */
export async function noteNames(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: ["username", "nickname", "mobile"] }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      for (const field of ["username", "nickname"] as const)
        noteName(run, id, field, textOf(row[field]) || row["username"]);
      const phone = phoneOf(textOf(row["mobile"]));
      if (phone !== null) run.scratch.countName(`phone:${phone}`, id);
    }
}

/** Writes the members with their credentials, phone numbers and memberships, and the one of deleted authors. */
export async function readMembers(run: Run): Promise<void> {
  for await (const slice of run.source.slices("users", { columns: COLUMNS })) {
    const memberships = await readMemberships(run, slice);
    const avatars = slice.map((row) => textOf(row["avatar"])).filter(isPicture);
    await run.files.prepare(avatars.map((name) => ({ paths: avatarPaths(name) })));
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `users ${id}`;
      noteMember(run, id, await writePerson(run, row, groupOf(run, id, memberships.get(id) ?? [])));
      const [hash, salt] = [textOf(row["password"]), textOf(row["salt"])];
      await writeCredential(run, label, UCENTER_HASHES, { memberId: id, hash, salt });
      await writePhone(run, row);
    }
  }
  await writeGhost(run, run.defaultGroupId);
  noteMember(run, run.ghostId, run.ghostName);
}

async function writePerson(run: Run, row: Row, group: Awaited<ReturnType<typeof groupOf>>): Promise<string> {
  const id = wholeOf(row["id"]);
  const label = `users ${id}`;
  const status = STATUS[wholeOf(row["status"])];
  if (status === undefined) run.report.remark("states", label, `status: ${textOf(row["status"])}`);
  const username = nameOf(run, id, "username", row["username"], label);
  const nickname = nameOf(run, id, "nickname", textOf(row["nickname"]) || row["username"], label);
  const avatar = textOf(row["avatar"]);
  await writeMember(run, {
    ...group,
    id,
    username,
    nickname,
    signature: shortText(run, row, "signature", 300, label),
    avatar: await pictureOf(run, label, avatar, avatarPaths(avatar)),
    background: await pictureOf(
      run,
      label,
      textOf(row["background"]),
      backgroundPaths(textOf(row["background"])),
    ),
    status: status ?? "BANNED",
    statusReason: shortText(run, row, "reject_reason", 200, label),
    usernameChanges: Math.max(wholeOf(row["username_bout"]), 0),
    createdAt: timeOf(run, row, "created_at", "joined_at", "updated_at"),
    lastSeenAt: run.times.utc(row["login_at"]),
  });
  return nickname;
}

async function pictureOf(
  run: Run,
  label: string,
  name: string,
  paths: readonly string[],
): Promise<string | null> {
  const picture = await storePicture(run, label, name, paths);
  if (picture) putAddress(run, picture.source.replace(/^public\//, "/storage/"), `/files/${picture.path}`);
  return picture?.path ?? null;
}

function avatarPaths(name: string): string[] {
  const remote = /^cos:\/\/(.+)$/.exec(name)?.[1];
  return remote === undefined
    ? [`public/avatars/${name}`]
    : [`public/avatar/${remote}`, `public/avatars/${remote}`];
}

function backgroundPaths(name: string): string[] {
  const own = name.replace(/^cos:\/\//, "");
  return [`public/background/${own}`, `public/backgrounds/${own}`];
}

/** Writes a phone number. Discuz! Q stores none that has not been proven, but numbers of Discuz! X came as they were. */
async function writePhone(run: Run, row: Row): Promise<void> {
  const memberId = wholeOf(row["id"]);
  const label = `users ${memberId}`;
  if (textOf(row["mobile"]) === "") return;
  const address = phoneOf(textOf(row["mobile"]));
  if (address === null) {
    run.report.remark("phones", label, `mobile: ${textOf(row["mobile"])} is no number of a mobile phone.`);
    return;
  }
  const isShared = run.scratch.name(`phone:${address}`)!.uses > 1;
  if (isShared)
    run.report.remark("phones", label, "Several members have this number; none of them has proven it.");
  const isProven =
    !isShared &&
    !run.source.has("users", "salt") &&
    (!run.source.has("users", "mobile_confirmed") || wholeOf(row["mobile_confirmed"]) === 1);
  const verifiedAt = isProven ? timeOf(run, row, "created_at", "updated_at") : null;
  await run.writer.append("contacts", { memberId, channel: "SMS", address, verifiedAt });
}

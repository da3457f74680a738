import type { RecordOf } from "../../format/records.ts";
import { cut, idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, shortText, writeSorted } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

type Action = RecordOf<"stopWords">["ugc"];

const ACTIONS: ReadonlySet<string> = new Set(["{IGNORE}", "{MOD}", "{BANNED}", "{REPLACE}"]);
/** Scopes of stop words; the newest versions alone have one for nicknames. */
const SCOPES = ["ugc", "username", "signature", "dialog", "nickname"] as const;
/** Invitations of administrators, and the status of those that nobody has used. */
const OFFICIAL = 2;
const UNUSED = 1;
/** Percent in a tenth. */
const TENTH = 10;
/** First of the kinds of fields whose answers are files. */
const FILE_TYPES_FROM = 4;
const FIELD_TEXT_UNITS = 20_000;

/** Writes the stop words, each once. */
export async function readStopWords(run: Run): Promise<void> {
  const columns = ["id", "user_id", "find", "replacement", ...SCOPES, "created_at", "updated_at"];
  for await (const slice of run.source.slices("stop_words", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const find = textOf(row["find"]);
      if (find === "" || !run.scratch.takeName(`stopWord:${find}`, id)) {
        leaveOut(
          run,
          `stop_words ${id}`,
          find === "" ? "It has no word." : `There is another one for ${find}.`,
        );
        continue;
      }
      const actions = Object.fromEntries(SCOPES.map((scope) => [scope, actionOf(row, scope)]));
      await run.writer.append("stopWords", {
        ...(actions as Record<(typeof SCOPES)[number], Action>),
        id,
        find: cut(find, 255),
        replacement: cut(textOf(row["replacement"]), 255),
        memberId: authorOf(run, idOf(row["user_id"])),
        createdAt: timeOf(run, row, "created_at", "updated_at"),
        updatedAt: timeOf(run, row, "updated_at", "created_at"),
      });
    }
}

/** Gives the action of a scope. What is forbidden in user names is forbidden in nicknames, of which old versions know nothing. */
function actionOf(row: Row, scope: (typeof SCOPES)[number]): Action {
  const action = textOf(row[scope] ?? (scope === "nickname" ? row["username"] : ""));
  return ACTIONS.has(action) ? (action as Action) : "{IGNORE}";
}

/** Writes the invitations that are still good, and who came by whom; the terms of a share come first. */
export async function readInvitations(run: Run): Promise<void> {
  const terms = [
    "id",
    "pid",
    "user_id",
    "be_scale",
    "is_subordinate",
    "is_commission",
    "created_at",
    "updated_at",
  ];
  for await (const slice of run.source.slices("user_distributions", {
    columns: terms,
    key: ["pid", "user_id"],
  }))
    for (const row of slice)
      noteAcceptance(run, row, "pid", "user_id", {
        sharePercent: Math.min(Math.max(Math.round(Number(row["be_scale"] ?? 0) * TENTH), 0), 1000),
        isSubordinate: wholeOf(row["is_subordinate"]) === 1,
        isCommission: wholeOf(row["is_commission"]) === 1,
      });
  const invited = { columns: ["user_id", "to_user_id", "created_at"], key: ["user_id", "to_user_id"] };
  for await (const slice of run.source.slices("invite_users", invited))
    for (const row of slice) noteAcceptance(run, row, "user_id", "to_user_id");
  const columns = [
    "id",
    "group_id",
    "type",
    "code",
    "endtime",
    "user_id",
    "to_user_id",
    "status",
    "created_at",
  ];
  for await (const slice of run.source.slices("invites", { columns }))
    for (const row of slice) {
      const isOpen = wholeOf(row["type"]) === OFFICIAL && wholeOf(row["status"]) === UNUSED;
      if (isOpen && wholeOf(row["endtime"]) * 1_000 > run.options.now.getTime())
        await writeInvitation(run, row);
      else if (wholeOf(row["to_user_id"]) > 0) noteAcceptance(run, row, "user_id", "to_user_id");
    }
  await writeSorted(run, "acceptances");
}

async function writeInvitation(run: Run, row: Row): Promise<void> {
  const code = textOf(row["code"]).trim();
  if (code === "" || !run.scratch.takeName(`code:${code}`, 0)) return;
  const groupId = wholeOf(row["group_id"]);
  await run.writer.append("invitations", {
    id: wholeOf(row["id"]),
    code: cut(code, 32),
    memberId: authorOf(run, idOf(row["user_id"])),
    groupId: run.groupIds.has(groupId) ? groupId : null,
    isOfficial: true,
    maxUses: 1,
    useCount: 0,
    createdAt: timeOf(run, row, "created_at"),
    expiresAt: new Date(wholeOf(row["endtime"]) * 1_000).toISOString(),
    revokedAt: null,
  });
}

/** Puts aside by whom a member came; the first row of each holds. */
function noteAcceptance(
  run: Run,
  row: Row,
  inviter: string,
  invited: string,
  terms = { sharePercent: 0, isSubordinate: false, isCommission: false },
): void {
  const [inviterId, memberId] = [
    run.scratch.member(idOf(row[inviter]))?.id,
    run.scratch.member(idOf(row[invited]))?.id,
  ];
  if (inviterId === undefined || memberId === undefined || inviterId === memberId) return;
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  run.scratch.put("acceptances", [memberId, 0], {
    memberId,
    inviterId,
    invitationId: null,
    ...terms,
    createdAt,
  });
}

/** Writes the sign-in fields and the answers to them. */
export async function readSignInFields(run: Run): Promise<void> {
  const columns = [
    "id",
    "user_id",
    "name",
    "type",
    "fields_ext",
    "fields_desc",
    "remark",
    "sort",
    "status",
    "required",
    "created_at",
    "updated_at",
  ];
  for await (const slice of run.source.slices("admin_sign_in_fields", { columns }))
    for (const row of slice) {
      const field = fieldOf(run, row, `admin_sign_in_fields ${wholeOf(row["id"])}`);
      const choices = cut(textOf(row["fields_ext"]), FIELD_TEXT_UNITS);
      if (field)
        await run.writer.append("signInFields", { ...field, choices, status: between(row["status"], -1, 1) });
    }
  for await (const slice of run.source.slices("user_sign_in_fields", { columns }))
    for (const row of slice) {
      const label = `user_sign_in_fields ${wholeOf(row["id"])}`;
      const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
      const field = fieldOf(run, row, label);
      if (memberId === undefined) leaveOut(run, label, "Its member does not exist.");
      else if (field)
        await run.writer.append("signInAnswers", {
          ...field,
          memberId,
          answer: cut(withFiles(run, wholeOf(row["type"]), textOf(row["fields_ext"])), FIELD_TEXT_UNITS),
          remark: shortText(run, row, "remark", 255, label),
          status: between(row["status"], 0, 3),
        });
    }
}

/** Gives what fields and answers have in common; null for a kind that nobody knows. */
function fieldOf(
  run: Run,
  row: Row,
  label: string,
): Omit<RecordOf<"signInFields">, "choices" | "status"> | null {
  const type = wholeOf(row["type"]);
  if (type < 0 || type > 5) {
    leaveOut(run, label, `type: ${type}`);
    return null;
  }
  return {
    id: wholeOf(row["id"]),
    name: shortText(run, row, "name", 40, label),
    type,
    description: cut(textOf(row["fields_desc"]), FIELD_TEXT_UNITS),
    sort: wholeOf(row["sort"]),
    required: wholeOf(row["required"]) === 1,
    createdAt: timeOf(run, row, "created_at", "updated_at"),
    updatedAt: timeOf(run, row, "updated_at", "created_at"),
  };
}

function between(value: unknown, least: number, most: number): number {
  return Math.min(Math.max(wholeOf(value), least), most);
}

/** Writes the addresses of files here into an answer that consists of files. */
function withFiles(run: Run, type: number, answer: string): string {
  const files = type >= FILE_TYPES_FROM ? jsonOf(answer) : undefined;
  if (!Array.isArray(files)) return answer;
  const own = files.map((file: unknown) => {
    const value = file !== null && typeof file === "object" ? (file as Record<string, unknown>) : {};
    const path = run.scratch.attachment(idOf(value["id"]))?.path;
    return path ? { ...value, url: `/files/${path}` } : value;
  });
  return JSON.stringify(own);
}

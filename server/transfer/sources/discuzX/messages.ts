import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf, together } from "./run.ts";
import { convertText } from "./texts.ts";

/** UCenter spreads messages over so many tables. */
const TABLES = 10;
/** Kind of conversations of two members. */
const PAIR = 1;

type Dialog = RecordOf<"dialogs">;

/** Writes the conversations of two members, and their messages; the report lists those of more. */
export async function readMessages(run: Run): Promise<void> {
  const columns = ["authorid", "pmtype", "subject", "min_max", "dateline"];
  for await (const slice of run.source.slices("ucenter_pm_lists", { columns, by: ["plid"] }))
    for (const row of slice) noteDialog(run, row);
  const tables = Array.from({ length: TABLES }, (_, number) => `ucenter_pm_messages_${number}`);
  const texts = { columns: ["plid", "authorid", "message", "delstatus", "dateline"] };
  for await (const slice of together(run, tables, "pmid", texts))
    for (const row of slice) await writeMessage(run, row);
  await writeDialogs(run);
}

function noteDialog(run: Run, row: Row): void {
  const id = wholeOf(row["plid"]);
  const label = `ucenter_pm_lists ${id}`;
  if (wholeOf(row["pmtype"]) !== PAIR) {
    run.report.remark("groupMessages", label, textOf(row["subject"]));
    return;
  }
  const members = textOf(row["min_max"])
    .split("_")
    .map((part) => run.scratch.member(idOf(part))?.id ?? run.ghostId);
  const [lowMemberId, highMemberId] = [Math.min(...members), Math.max(...members)];
  if (members.length !== 2 || lowMemberId === highMemberId) {
    leaveOut(run, label, "It is not of two members.");
    return;
  }
  const pair = `dialog:${lowMemberId}:${highMemberId}`;
  const isFirst = run.scratch.takeName(pair, id);
  const intoId = run.scratch.name(pair)!.id;
  run.scratch.run("INSERT INTO dialogs (id, intoId) VALUES (?, ?)", id, intoId);
  if (!isFirst) {
    run.report.remark("mergedDialogs", label, `It is a part of dialog ${intoId} of the same members.`);
    return;
  }
  const createdAt = timeOf(run, row, "dateline");
  run.scratch.put("dialogs", [id, 0], { id, lowMemberId, highMemberId, createdAt, sides: [] });
}

async function writeMessage(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["pmid"]);
  const label = `ucenter_pm_messages ${id}`;
  const sql = "SELECT intoId FROM dialogs WHERE id = ?";
  const dialog = run.scratch.get<{ intoId: number }>(sql, wholeOf(row["plid"]));
  if (!dialog) {
    leaveOut(run, label, `Conversation ${textOf(row["plid"])} is not here.`);
    return;
  }
  if (wholeOf(row["delstatus"]) !== 0) {
    leaveOut(run, label, "One of the two has deleted it.");
    return;
  }
  const { markdown } = convertText(run, label, row);
  if (markdown === "") {
    leaveOut(run, label, "It is empty.");
    return;
  }
  const authorId = run.scratch.member(idOf(row["authorid"]))?.id ?? run.ghostId;
  const newest =
    "INSERT INTO names (nameKey, id) VALUES (?, ?) ON CONFLICT (nameKey) DO UPDATE SET id = excluded.id";
  run.scratch.run(newest, `newest:${dialog.intoId}`, id);
  run.scratch.run(newest, `newest:${dialog.intoId}:${authorId}`, id);
  await run.writer.append("messages", {
    id,
    dialogId: dialog.intoId,
    authorId,
    body: markdown,
    attachmentId: null,
    createdAt: timeOf(run, row, "dateline"),
    removedAt: null,
    removedById: null,
  });
}

/** Writes the conversations. Who has something new has read up to their own last message. */
async function writeDialogs(run: Run): Promise<void> {
  for (const dialog of run.scratch.sorted<Dialog>("dialogs")) {
    const rows = await run.source.rowsOf("ucenter_pm_members", "plid", [dialog.id], ["uid"], "isnew = 1");
    const unread = new Set((rows.get(dialog.id) ?? []).map((row) => wholeOf(row["uid"])));
    const newest = (key: string): number => run.scratch.name(`newest:${dialog.id}${key}`)?.id ?? 0;
    const sides = [dialog.lowMemberId, dialog.highMemberId].map((memberId) => ({
      memberId,
      readUpTo: newest(unread.has(memberId) ? `:${memberId}` : ""),
      deletedUpTo: 0,
    }));
    await run.writer.append("dialogs", { ...dialog, sides });
  }
}

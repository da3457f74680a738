import { stat } from "node:fs/promises";
import type { Sentence } from "../../core/locale.ts";
import { nameKey } from "../../core/text.ts";
import type { NeutralFolder } from "../format/folder.ts";
import { IdSet } from "../format/idSet.ts";
import { LineError } from "../format/lines.ts";
import { KEYS, KINDS, keyOf, type Kind, type RecordOf } from "../format/records.ts";
import { REFERENCES, type Named } from "../format/references.ts";
import { problem } from "../problems.ts";

/** Kinds that have an id, whose records are sorted by it. */
type WithId = { [K in Kind]: RecordOf<K> extends { id: number } ? K : never }[Kind];

/** Rules of a kind beyond its schema. @returns what is wrong, or null */
const RULES: { readonly [K in Kind]?: (record: RecordOf<K>) => Sentence | null } = {
  // A reply that has become the text of a thread keeps neither number nor parent.
  posts: ({ id, number, parentId }) =>
    number !== null && parentId !== null
      ? { zh: "既是有楼层的回复，又是评论。", en: "is a reply with a number, and a comment." }
      : parentId !== null && parentId >= id
        ? { zh: "评论的回复在它之后。", en: "is a comment on a later reply." }
        : null,
  attachments: ({ threadId, postId }) =>
    threadId !== null && postId !== null
      ? { zh: "同时属于帖子和回复。", en: "belongs to a thread and to a reply." }
      : null,
  dialogs: ({ lowMemberId, highMemberId, sides }) =>
    lowMemberId >= highMemberId
      ? {
          zh: "成员顺序不对，或只有一位成员。",
          en: "has its members in the wrong order, or one member only.",
        }
      : sides.every(({ memberId }) => memberId === lowMemberId || memberId === highMemberId)
        ? null
        : { zh: "有不属于该会话的成员。", en: "has the side of a member who is not in it." },
  rooms: ({ members }) =>
    new Set(members.map(({ memberId }) => memberId)).size < members.length
      ? { zh: "同一成员出现两次。", en: "has a member twice." }
      : members.every(({ state, joinedAt }) => (state === "JOINED") === (joinedAt !== null))
        ? null
        : {
            zh: "成员的状态与加入时间不符。",
            en: "has a member whose state does not fit the time of joining.",
          },
  messages: ({ dialogId, roomId, event }) =>
    (dialogId === null) === (roomId === undefined)
      ? { zh: "应属于一个会话或一个群聊。", en: "belongs to a dialog or to a room, and to one of them." }
      : roomId === undefined && event !== undefined
        ? { zh: "会话里没有群聊事件。", en: "is an event, which only rooms have." }
        : null,
  transactions: ({ entries }) =>
    entries.length < 2
      ? { zh: "只有一条分录。", en: "has one entry only." }
      : entries.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0
        ? null
        : { zh: "各分录之和不为零。", en: "has entries that do not add up to zero." },
};

/** Names that exist once. */
const NAMES: { readonly [K in Kind]?: (record: RecordOf<K>) => Readonly<Record<string, string>> } = {
  members: ({ username, nickname }) => ({ username: nameKey(username), nickname: nameKey(nickname) }),
  topics: ({ name }) => ({ name: nameKey(name) }),
  invitations: ({ code }) => ({ code }),
  stopWords: ({ find }) => ({ find }),
};

/**
 * Reads all of a folder, and checks what the schemas cannot: ids and names that exist once, the order of records, names of
 * records that do not exist, parents, sums, and files. Nothing is written. Reads twice, since records name later ones.
 * @throws {Error} for the first thing that is wrong, with file and line
 */
export async function checkFolder(folder: NeutralFolder, tell: (line: string) => void): Promise<void> {
  const { member } = folder.manifest;
  if (member) throw problem("ONE_MEMBER", folder.folder, member.username);
  const ids = new Map<Kind, IdSet>();
  for (const kind of KINDS) ids.set(kind, await checkRecords(folder, kind));
  tell("Every line is a record; checking what they name.");
  for (const kind of KINDS) await checkNames(folder, kind, ids);
  await checkCategories(folder);
}

async function checkRecords<K extends Kind>(folder: NeutralFolder, kind: K): Promise<IdSet> {
  const file = `${kind}.ndjson`;
  const ids = new IdSet();
  const names = new Map<string, number>();
  const isSortedById = KEYS[kind].length === 1 && (KEYS[kind] as readonly string[])[0] === "id";
  let last = 0;
  let lastKey = "";
  for await (const { line, record } of folder.records(kind)) {
    if (isSortedById) {
      const { id } = record as RecordOf<WithId>;
      if (id <= last)
        throw new LineError(
          file,
          line,
          `id ${id} 在 ${last} 之后：记录应按 id 排序。`,
          `id ${id} comes after ${last}: records are sorted by id.`,
        );
      ids.add((last = id));
    } else {
      const key = keyOf(kind, record);
      if (key === lastKey) throw new LineError(file, line, `${key} 重复。`, `${key} comes twice.`);
      lastKey = key;
    }
    const wrong = RULES[kind]?.(record);
    if (wrong) throw new LineError(file, line, wrong.zh, wrong.en);
    for (const [field, name] of Object.entries(NAMES[kind]?.(record) ?? {})) {
      const before = names.get(`${field} ${name}`);
      if (before !== undefined)
        throw new LineError(
          file,
          line,
          `${field} “${name}”与第 ${before} 行相同。`,
          `${field} "${name}" is that of line ${before} as well.`,
        );
      names.set(`${field} ${name}`, line);
    }
    if (kind === "files") await checkFile(folder, line, record as RecordOf<"files">);
  }
  return ids;
}

/** A file is there with its size; its sum is compared when it is copied. */
async function checkFile(folder: NeutralFolder, line: number, file: RecordOf<"files">): Promise<void> {
  const info = await stat(folder.location(file.path)).catch(() => null);
  if (info === null)
    throw new LineError("files.ndjson", line, `缺少 files/${file.path}。`, `files/${file.path} is missing.`);
  if (info.size !== file.bytes)
    throw new LineError(
      "files.ndjson",
      line,
      `files/${file.path} 有 ${info.size} 字节，应为 ${file.bytes}。`,
      `files/${file.path} has ${info.size} bytes, not ${file.bytes}.`,
    );
}

async function checkNames<K extends Kind>(
  folder: NeutralFolder,
  kind: K,
  ids: ReadonlyMap<Kind, IdSet>,
): Promise<void> {
  const names = REFERENCES[kind];
  if (!names) return;
  for await (const { line, record } of folder.records(kind)) {
    for (const [field, target, id] of names(record))
      if (id !== null && !ids.get(target satisfies Named)!.has(id))
        throw new LineError(
          `${kind}.ndjson`,
          line,
          `${field}：${target} 里没有 ${id}。`,
          `${field}: there is no ${id} in ${target}.`,
        );
  }
}

/** Categories have two levels: a parent has none itself. */
async function checkCategories(folder: NeutralFolder): Promise<void> {
  const below = new Map<number, number>();
  for await (const { line, record } of folder.records("categories"))
    if (record.parentId !== null) below.set(record.id, line);
  for await (const { line, record } of folder.records("categories"))
    if (record.parentId !== null && below.has(record.parentId))
      throw new LineError(
        "categories.ndjson",
        line,
        `parentId：${record.parentId} 自己有上级；板块只有两级。`,
        `parentId: ${record.parentId} has a parent itself; categories have two levels.`,
      );
}

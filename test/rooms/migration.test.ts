import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityManager } from "typeorm";
import { expect, test } from "vitest";
import { migrations } from "../../migrations/index.ts";
import { Rooms1764000000071 } from "../../migrations/071-rooms.ts";
import { openDatabase, type OpenDatabase } from "../../server/database/open.ts";
import { createServerDatabase, ENGINE } from "../support/forum.ts";

/** A server takes long for a whole schema. */
const PATIENCE_MS = 120_000;

let fillers = 0;

/** Inserts a row; columns that need a value and have none get one that means nothing. */
async function fill(
  db: EntityManager,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { columns } = (await db.queryRunner!.getTable(table))!;
  const row: Record<string, unknown> = { ...values };
  for (const { name, type, isNullable, isGenerated, default: preset } of columns) {
    if (name in row || isNullable || isGenerated || (preset !== undefined && preset !== null)) continue;
    const isText = /char|text/.test(type);
    row[name] = isText ? `x${++fillers}` : type.startsWith("datetime") ? "2026-01-01 00:00:00.000" : 0;
  }
  const names = Object.keys(row).map((name) => `\`${name}\``);
  const marks = names.map(() => "?").join(", ");
  await db.query(`INSERT INTO \`${table}\` (${names.join(", ")}) VALUES (${marks})`, Object.values(row));
}

async function write(db: EntityManager): Promise<void> {
  const [low, high] = [901, 902];
  await fill(db, "groups", { id: 90 });
  for (const id of [low, high]) await fill(db, "users", { id, groupId: 90 });
  await fill(db, "dialogs", { id: 1, lowUserId: low, highUserId: high });
  for (const [userId, peerId] of [
    [low, high],
    [high, low],
  ])
    await fill(db, "dialog_sides", { userId, peerId, dialogId: 1, lastMessageId: 3, unread: 1 });
  for (const id of [1, 2, 3])
    await fill(db, "messages", {
      id,
      dialogId: 1,
      authorId: low,
      body: `message ${id} 你好`,
      clientKey: `k${id}`,
    });
  await fill(db, "reports", { reporterId: high, userId: low, messageId: 2, targetKey: "m2", status: "OPEN" });
  await fill(db, "unread_counts", { userId: high, dialog: 1 });
}

test(
  "a filled database keeps its messages and their reports, and takes rooms",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "luntan-rooms-"));
    const server = ENGINE === "sqlite" ? null : await createServerDatabase();
    const log = { info() {}, warn() {}, error() {}, isLevelEnabled: () => false };
    const options = { url: server?.url, dataDir, entities: [], version: "1", force: false, log };
    const before = migrations.map(({ name }) => name).filter((name) => name !== Rooms1764000000071.name);
    const messages = "SELECT m.id, m.dialogId, m.authorId, m.body, m.clientKey FROM messages m ORDER BY m.id";
    let database: OpenDatabase | null = await openDatabase({ ...options, only: before });
    try {
      await database.transaction(write);
      const rows = await database.rows(messages, []);
      await database.close();
      database = null;
      database = await openDatabase(options);

      expect(rows).toHaveLength(3);
      expect(await database.rows(messages, [])).toEqual(rows);
      expect(
        await database.rows("SELECT m.id FROM messages m WHERE m.roomId IS NULL AND m.event IS NULL", []),
      ).toHaveLength(3);
      expect(await database.rows("SELECT r.messageId FROM reports r", [])).toEqual([{ messageId: 2 }]);
      expect(await database.rows("SELECT u.dialog, u.room FROM unread_counts u", [])).toEqual([
        { dialog: 1, room: 0 },
      ]);
      // The report still keeps its message, the key of the client its message, and a room must exist.
      for (const sql of [
        "DELETE FROM messages WHERE id = 2",
        "UPDATE messages SET clientKey = 'k1' WHERE id = 3",
        "UPDATE messages SET dialogId = NULL, roomId = 999 WHERE id = 3",
      ])
        await expect(
          database.transaction((db) => db.query(sql)),
          sql,
        ).rejects.toThrow();
      await database.transaction((db) => db.query("UPDATE messages SET dialogId = NULL WHERE id = 3"));
    } finally {
      await database?.close();
      await server?.drop();
      rmSync(dataDir, { recursive: true });
    }
  },
  PATIENCE_MS,
);

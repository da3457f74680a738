import { TableForeignKey, type MigrationInterface, type QueryRunner } from "typeorm";
import { foreignKeyNamed } from "../server/database/naming.ts";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Columns of messages that name other rows, with the tables of those. */
const REFERENCES = { roomId: "rooms", eventUserId: "users" } as const;

/** Group chats, whose messages share the table of private messages. */
export class Rooms1764000000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createRooms(runner);
    await this.openMessages(runner);
    await addColumns(runner, "unread_counts", [columnsFor(runner).int("room", { default: 0 })]);
  }

  private async createRooms(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "rooms",
      columns: [
        c.id(),
        c.varchar("name", 50),
        c.ref("ownerId"),
        c.int("memberCount"),
        c.ref("lastMessageId"),
        c.time("createdAt"),
      ],
      references: { ownerId: "users" },
      indexes: [["ownerId"], ["memberCount"]],
    });
    await createTable(runner, {
      name: "room_members",
      columns: [
        c.ref("roomId", { primary: true }),
        c.ref("userId", { primary: true }),
        c.varchar("state", 10),
        c.ref("invitedById", { nullable: true }),
        c.time("invitedAt"),
        c.time("joinedAt", { nullable: true }),
        c.time("declinedAt", { nullable: true }),
        c.ref("lastMessageId"),
        c.ref("visibleAfter"),
        c.ref("readUpTo"),
        c.int("unread"),
        c.bool("isMuted"),
      ],
      references: { roomId: "rooms", userId: "users", invitedById: "users" },
      indexes: [["userId", "lastMessageId"]],
    });
  }

  /** Lets messages belong to a room in place of a dialog. Rows stay as they are, and so do reports of them. */
  private async openMessages(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "messages", [
      c.ref("roomId", { nullable: true }),
      c.varchar("event", 10, { nullable: true }),
      c.ref("eventUserId", { nullable: true }),
      c.varchar("eventName", 50, { nullable: true }),
    ]);
    const messages = (await runner.getTable("messages"))!;
    const column = messages.findColumnByName("dialogId")!;
    if (!column.isNullable) {
      const nullable = column.clone();
      nullable.isNullable = true;
      await runner.changeColumn("messages", column, nullable);
    }
    const missing = Object.entries(REFERENCES)
      .map(([name, target]) => ({ key: foreignKeyNamed("messages", [name]), name, target }))
      .filter(({ key }) => !messages.foreignKeys.some((existing) => existing.name === key));
    const keys = missing.map(
      ({ key, name, target }) =>
        new TableForeignKey({
          name: key,
          columnNames: [name],
          referencedTableName: target,
          referencedColumnNames: ["id"],
          onDelete: "RESTRICT",
          onUpdate: "RESTRICT",
        }),
    );
    if (keys.length > 0) await runner.createForeignKeys("messages", keys);
    await addIndexes(runner, "messages", [["roomId", "id"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

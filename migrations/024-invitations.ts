import { TableForeignKey, type MigrationInterface, type QueryRunner } from "typeorm";
import { foreignKeyNamed } from "../server/database/naming.ts";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Codes that let people in, who came by whom, and the part of inviters in orders. */
export class Invitations1764000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "invitations",
      columns: [
        c.id(),
        c.varchar("code", 32),
        c.ref("userId"),
        c.ref("groupId", { nullable: true }),
        c.bool("isOfficial"),
        c.int("maxUses", { nullable: true }),
        c.int("useCount"),
        c.time("createdAt"),
        c.time("expiresAt", { nullable: true }),
        c.time("revokedAt", { nullable: true }),
      ],
      references: { userId: "users", groupId: "groups" },
      indexes: [["userId", "id"], ["groupId"]],
      uniques: [["code"]],
    });
    await createTable(runner, {
      name: "invitation_acceptances",
      columns: [
        c.ref("userId", { primary: true }),
        c.ref("inviterId"),
        c.ref("invitationId", { nullable: true }),
        c.int("sharePercent"),
        c.bool("isSubordinate"),
        c.bool("isCommission"),
        c.time("createdAt"),
      ],
      references: { userId: "users", inviterId: "users", invitationId: "invitations" },
      indexes: [["inviterId", "userId"], ["invitationId"]],
    });
    await addColumns(runner, "money_entries", [c.varchar("kind", 20, { nullable: true })]);
    await addColumns(runner, "orders", [
      c.ref("inviterId", { nullable: true }),
      { ...c.cents("inviterCents"), default: 0 },
    ]);
    await addIndexes(runner, "orders", [["inviterId", "state"]]);
    const orders = (await runner.getTable("orders"))!;
    const name = foreignKeyNamed("orders", ["inviterId"]);
    if (orders.foreignKeys.some((key) => key.columnNames.includes("inviterId"))) return;
    const key = {
      name,
      columnNames: ["inviterId"],
      referencedTableName: "users",
      referencedColumnNames: ["id"],
      onDelete: "RESTRICT",
      onUpdate: "RESTRICT",
    };
    await runner.createForeignKey(orders, new TableForeignKey(key));
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Red packets of threads with their shares. */
export class RedPackets1764000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [c.bool("hasRedPacket", { default: false })]);
    await createTable(runner, {
      name: "red_packets",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.ref("userId"),
        c.varchar("rule", 20),
        c.varchar("claimBy", 20),
        c.int("likesNeeded"),
        c.cents("totalCents"),
        c.cents("remainingCents"),
        c.int("shareCount"),
        c.int("claimedCount"),
        c.varchar("state", 20),
        c.time("createdAt"),
        c.time("expiresAt"),
      ],
      references: { threadId: "threads", userId: "users" },
      indexes: [["state", "expiresAt"]],
      uniques: [["threadId"]],
    });
    await createTable(runner, {
      name: "red_packet_shares",
      columns: [
        c.ref("packetId", { primary: true }),
        c.int("sequence", { primary: true }),
        c.cents("amountCents"),
        c.ref("userId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.time("claimedAt", { nullable: true }),
      ],
      references: { packetId: "red_packets", userId: "users", postId: "posts" },
      indexes: [["postId"]],
      uniques: [["packetId", "userId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

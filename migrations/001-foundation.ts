import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Settings, groups, members, sessions. */
export class Foundation1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "settings",
      columns: [
        c.varchar("tag", 50, { primary: true }),
        c.varchar("key", 100, { primary: true }),
        c.text("value"),
      ],
    });
    await createTable(runner, {
      name: "groups",
      columns: [
        c.id(),
        c.varchar("name", 50),
        c.varchar("color", 20),
        c.varchar("icon", 255),
        c.bool("isDisplay"),
        c.bool("isDefault"),
        c.time("createdAt"),
      ],
    });
    await createTable(runner, {
      name: "group_permissions",
      columns: [c.ref("groupId", { primary: true }), c.varchar("permission", 100, { primary: true })],
      references: { groupId: "groups" },
    });
    await createTable(runner, {
      name: "users",
      columns: [
        c.id(),
        c.varchar("username", 100),
        c.varchar("usernameKey", 100),
        c.varchar("nickname", 100),
        c.varchar("nicknameKey", 100),
        c.varchar("passwordHash", 255),
        c.varchar("signature", 300),
        c.varchar("avatarUrl", 255, { nullable: true }),
        c.varchar("backgroundUrl", 255, { nullable: true }),
        c.ref("groupId"),
        c.time("groupExpiresAt", { nullable: true }),
        c.int("status"),
        c.varchar("statusReason", 200),
        c.int("threadCount"),
        c.int("postCount"),
        c.int("likedCount"),
        c.int("followCount"),
        c.int("fansCount"),
        c.time("createdAt"),
      ],
      references: { groupId: "groups" },
      indexes: [["groupId"]],
      uniques: [["usernameKey"], ["nicknameKey"]],
    });
    await createTable(runner, {
      name: "sessions",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("client", 10),
        c.varchar("tokenHash", 64),
        c.varchar("companionHash", 64),
        c.varchar("userAgent", 255),
        c.time("createdAt"),
        c.time("lastSeenAt"),
        c.time("expiresAt"),
      ],
      references: { userId: "users" },
      indexes: [["userId", "expiresAt"], ["expiresAt"]],
      uniques: [["tokenHash"]],
    });
    await createTable(runner, {
      name: "follows",
      columns: [
        c.ref("fromUserId", { primary: true }),
        c.ref("toUserId", { primary: true }),
        c.bool("isMutual"),
        c.time("createdAt"),
      ],
      references: { fromUserId: "users", toUserId: "users" },
      indexes: [
        ["toUserId", "createdAt"],
        ["fromUserId", "createdAt"],
      ],
    });
    await createTable(runner, {
      name: "blocks",
      columns: [
        c.ref("userId", { primary: true }),
        c.ref("blockedUserId", { primary: true }),
        c.time("createdAt"),
      ],
      references: { userId: "users", blockedUserId: "users" },
      indexes: [["userId", "createdAt"], ["blockedUserId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

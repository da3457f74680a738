import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of groups, users, their sessions and relations, and the fields of the sign-up form. */
export async function createUsers(runner: QueryRunner): Promise<void> {
  await createGroups(runner);
  await createUserTable(runner);
  await createGroupDeletions(runner);
  await createSessions(runner);
  await createRelations(runner);
  await createSignInFields(runner);
}

async function createGroups(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
      c.varchar("type", 50, { default: "" }),
      c.bool("isPaid", { default: false }),
      c.int("fee", { default: 0 }),
      c.int("days", { default: 0 }),
      c.int("level", { default: 0 }),
      c.int("scale", { default: 0 }),
      c.bool("isSubordinate", { default: false }),
      c.bool("isCommission", { default: false }),
      c.varchar("description", 255, { default: "" }),
      c.varchar("notice", 255, { default: "" }),
      c.int("timeRange", { default: 0 }),
      c.int("contentRange", { default: 0 }),
    ],
  });
  await createTable(runner, {
    name: "group_permissions",
    columns: [c.ref("groupId", { primary: true }), c.varchar("permission", 100, { primary: true })],
    references: { groupId: "groups" },
  });
}

async function createUserTable(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
      c.int("lastSeenMinute", { default: 0 }),
    ],
    references: { groupId: "groups" },
    indexes: [
      ["groupId"],
      ["groupId", "status"],
      ["status", "id"],
      ["createdAt"],
      // The orders of the administrators' list.
      ["status", "postCount", "id"],
      ["groupId", "status", "postCount", "id"],
      ["status", "lastSeenMinute", "id"],
      ["groupId", "status", "lastSeenMinute", "id"],
    ],
    uniques: [["usernameKey"], ["nicknameKey"]],
  });
  await createTable(runner, {
    name: "active_days",
    columns: [c.varchar("day", 10, { primary: true }), c.ref("userId", { primary: true }), c.time("seenAt")],
    references: { userId: "users" },
    indexes: [["userId", "day"]],
  });
}

/** Deleted groups with what they were and who was in them, so that a deletion can be undone. */
async function createGroupDeletions(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "group_deletions",
    columns: [
      c.id(),
      c.ref("actorId"),
      c.time("createdAt"),
      c.time("undoneAt", { nullable: true }),
      c.ref("undoneById", { nullable: true }),
      c.ref("movedToId"),
    ],
  });
  await createTable(runner, {
    name: "group_deletion_items",
    columns: [
      c.ref("deletionId", { primary: true }),
      c.ref("groupId", { primary: true }),
      c.text("content"),
      c.text("permissions"),
      c.int("memberCount"),
    ],
    references: { deletionId: "group_deletions" },
  });
  await createTable(runner, {
    name: "group_deletion_members",
    columns: [
      c.ref("deletionId", { primary: true }),
      c.ref("groupId", { primary: true }),
      c.ref("userId", { primary: true }),
      c.time("expiresAt", { nullable: true }),
    ],
    references: { deletionId: "group_deletions" },
  });
}

async function createSessions(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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
}

async function createRelations(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
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

/** Fields of the sign-up form, and the answers of users with the field as it was when they answered. */
async function createSignInFields(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "sign_in_fields",
    columns: [
      c.id(),
      c.varchar("name", 40),
      c.int("type"),
      c.text("fieldsExt"),
      c.text("fieldsDesc"),
      c.int("sort"),
      c.int("status"),
      c.bool("required"),
      c.time("createdAt"),
      c.time("updatedAt"),
    ],
  });
  await createTable(runner, {
    name: "user_sign_in_fields",
    columns: [
      c.id(),
      c.ref("userId"),
      c.varchar("name", 40),
      c.int("type"),
      c.text("fieldsExt"),
      c.text("fieldsDesc"),
      c.varchar("remark", 255),
      c.int("sort"),
      c.int("status"),
      c.bool("required"),
      c.time("createdAt"),
      c.time("updatedAt"),
    ],
    references: { userId: "users" },
    indexes: [["userId", "sort"]],
  });
}

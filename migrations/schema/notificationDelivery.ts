import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** Creates the tables of notifications that leave the site: templates, addresses, dispatches, browsers to push to. */
export async function createNotificationDelivery(runner: QueryRunner): Promise<void> {
  await createTemplates(runner);
  await createChannels(runner);
  await createPush(runner);
}

/** Words of notifications for each channel, and each save of them with its changes, so that it can be undone. */
async function createTemplates(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "notice_templates",
    columns: [
      c.varchar("kind", 40, { primary: true }),
      c.varchar("channel", 10, { primary: true }),
      c.bool("enabled"),
      c.varchar("titleZh", 100),
      c.varchar("titleEn", 100),
      c.text("bodyZh"),
      c.text("bodyEn"),
      c.varchar("providerTemplateId", 100),
      c.int("delaySeconds"),
      c.time("changedAt"),
      c.ref("changedById"),
    ],
    references: { changedById: "users" },
  });
  await createTable(runner, {
    name: "notice_template_saves",
    columns: [c.id(), c.ref("actorId"), c.ref("undoOfId", { nullable: true }), c.time("createdAt")],
    references: { actorId: "users" },
  });
  await createTable(runner, {
    name: "notice_template_changes",
    columns: [
      c.id(),
      c.ref("saveId"),
      c.varchar("kind", 40),
      c.varchar("channel", 10),
      c.text("before", { nullable: true }),
      c.text("after", { nullable: true }),
    ],
    references: { saveId: "notice_template_saves" },
    indexes: [["saveId"], ["kind", "channel", "id"]],
  });
}

async function createChannels(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "notice_dispatches",
    columns: [
      c.id(),
      c.ref("userId"),
      c.varchar("channel", 10),
      c.varchar("subject", 40),
      c.varchar("kind", 40),
      c.varchar("state", 12),
      c.ref("letterId", { nullable: true }),
      c.int("attempts"),
      c.time("dueAt"),
      c.time("createdAt"),
      c.time("doneAt", { nullable: true }),
      c.varchar("error", 200),
    ],
    references: { userId: "users" },
    indexes: [
      ["state", "dueAt", "id"],
      ["userId", "channel", "state", "doneAt"],
      ["letterId"],
      ["state", "channel", "id"],
    ],
    uniques: [["subject", "channel"]],
  });
  await createTable(runner, {
    name: "channel_addresses",
    columns: [
      c.ref("userId", { primary: true }),
      c.varchar("channel", 10, { primary: true }),
      c.varchar("address", 255),
      c.varchar("addressKey", 255, { nullable: true }),
      c.time("verifiedAt", { nullable: true }),
      c.varchar("pendingAddress", 255),
      c.time("pendingSince", { nullable: true }),
      c.int("failures"),
      c.time("suppressedAt", { nullable: true }),
      c.time("digestDueAt", { nullable: true }),
    ],
    references: { userId: "users" },
    indexes: [["digestDueAt", "userId"]],
    uniques: [["addressKey", "channel"]],
  });
}

/** Browsers that notifications are pushed to, and the key pair that the site proves itself with. */
async function createPush(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "push_keys",
    columns: [
      c.int("id", { primary: true }),
      c.varchar("publicKey", 100),
      c.varchar("privateKey", 255),
      c.time("createdAt"),
    ],
  });
  await createTable(runner, {
    name: "push_subscriptions",
    columns: [
      c.id(),
      c.ref("userId"),
      c.ref("sessionId"),
      c.varchar("endpointHash", 64),
      c.text("sealed"),
      c.varchar("userAgent", 255),
      c.time("createdAt"),
      c.time("lastUsedAt", { nullable: true }),
    ],
    references: { userId: "users" },
    indexes: [["userId", "id"], ["sessionId"]],
    uniques: [["endpointHash"]],
  });
}

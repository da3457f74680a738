import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Applications of third parties, what members allowed them, and the records of the authorization server. */
export class OAuth1764000000044 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "oauth_clients",
      columns: [
        c.id(),
        c.varchar("publicId", 40),
        c.varchar("name", 60),
        c.text("secret"),
        c.text("redirectUris"),
        c.ref("createdById"),
        c.time("createdAt"),
      ],
      references: { createdById: "users" },
      indexes: [["createdById"]],
      uniques: [["publicId"]],
    });
    await createTable(runner, {
      name: "oauth_grants",
      columns: [c.id(), c.varchar("publicId", 40), c.ref("tokenId"), c.ref("clientId")],
      references: { tokenId: "access_tokens", clientId: "oauth_clients" },
      indexes: [["tokenId"], ["clientId"]],
      uniques: [["publicId"]],
    });
    await createTable(runner, {
      name: "oauth_records",
      columns: [
        c.id(),
        c.varchar("kind", 30),
        c.varchar("hash", 64),
        c.varchar("grantId", 40, { nullable: true }),
        c.text("payload"),
        c.time("expiresAt", { nullable: true }),
        c.time("consumedAt", { nullable: true }),
      ],
      indexes: [["grantId"], ["expiresAt"]],
      uniques: [["kind", "hash"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** OpenID providers that members sign in by, and their accounts there. */
export class OpenId1764000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "identity_providers",
      columns: [
        c.id(),
        c.varchar("label", 30),
        c.varchar("color", 7),
        c.varchar("issuer", 255),
        c.varchar("clientId", 255),
        c.text("clientSecret"),
        c.varchar("scopes", 255),
        c.bool("needsVerifiedEmail"),
        c.bool("mayRegister"),
        c.bool("isEnabled"),
      ],
    });
    await createTable(runner, {
      name: "identities",
      columns: [
        c.id(),
        c.ref("userId"),
        c.ref("providerId"),
        c.varchar("subject", 255),
        c.varchar("email", 255),
        c.time("createdAt"),
      ],
      references: { userId: "users", providerId: "identity_providers" },
      uniques: [
        ["providerId", "subject"],
        ["userId", "providerId"],
      ],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

/** Members whose membership was dated before warnings were planned get theirs, too. */
export class ExpiryWarnings1764000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.connection.options.type === "better-sqlite3";
    const joined = (...parts: string[]): string =>
      sqlite ? parts.join(" || ") : `CONCAT(${parts.join(", ")})`;
    const expiresAt = sqlite
      ? "REPLACE(u.groupExpiresAt, ' ', 'T')"
      : "CONCAT(DATE_FORMAT(u.groupExpiresAt, '%Y-%m-%dT%H:%i:%s.'), LPAD(MICROSECOND(u.groupExpiresAt) DIV 1000, 3, '0'))";
    // What is stored when a membership is dated, letter by letter, so that nobody is planned for twice.
    const payload = joined(
      ...[`'{"userId":'`, "u.id", `',"groupId":'`, "u.groupId", `',"expiresAt":"'`, expiresAt, `'Z"}'`],
    );
    const [now, lately] = [0, 3 * 24 * 60 * 60_000].map((ago) =>
      new Date(Date.now() - ago).toISOString().replace("T", " ").replace("Z", ""),
    );
    await runner.query(
      `INSERT INTO outbox (name, orderKey, payload, attempts, dead, dueAt, createdAt, lastError)
       SELECT 'planExpiry', NULL, ${payload}, 0, 0, ?, ?, '' FROM users u
       WHERE u.groupExpiresAt > ?
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.name IN ('planExpiry', 'warnOfExpiry') AND o.payload = ${payload})
         AND NOT EXISTS (SELECT 1 FROM notifications n
           WHERE n.userId = u.id AND n.kind = 'system.user.group.expired' AND n.createdAt > ?)`,
      [now, now, now, lately],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

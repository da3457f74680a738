import type { MigrationInterface, QueryRunner } from "typeorm";
import { convertTables } from "../server/database/collation.ts";
import { createContent } from "./schema/content.ts";
import { createMessages } from "./schema/messages.ts";
import { createModeration } from "./schema/moderation.ts";
import { createNotificationDelivery } from "./schema/notificationDelivery.ts";
import { createNotifications } from "./schema/notifications.ts";
import { createSearch } from "./schema/search.ts";
import { createSite } from "./schema/site.ts";
import { createStopWords } from "./schema/stopWords.ts";
import { createThreads } from "./schema/threads.ts";
import { createUsers } from "./schema/users.ts";

/** The schema of the first release. Runs again where it was cut short: DDL commits by itself on MySQL. */
export class Schema1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A table comes after those that its foreign keys name.
    await createSite(runner);
    await createUsers(runner);
    await createStopWords(runner);
    await createThreads(runner);
    await createContent(runner);
    await createSearch(runner);
    await createMessages(runner);
    await createModeration(runner);
    await createNotifications(runner);
    await createNotificationDelivery(runner);
    await this.convert(runner);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }

  /**
   * Gives our collation to tables that have another one: those of the search index and of TypeORM take the default of
   * the database, and so did all that a run that was cut short has left.
   */
  private async convert(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === "better-sqlite3") return;
    await convertTables(
      (sql, values) => runner.query(sql, values),
      undefined,
      (message) => {
        process.stdout.write(`${message}\n`);
      },
    );
  }
}

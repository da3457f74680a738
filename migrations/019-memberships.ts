import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Orders without a thread and a payee: joining a paid site, which has a number of days. */
export class Memberships1764000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "orders", [c.int("days", { nullable: true })]);
    for (const name of ["payeeId", "threadId"]) {
      const column = (await runner.getTable("orders"))!.findColumnByName(name)!;
      if (column.isNullable) continue;
      const nullable = column.clone();
      nullable.isNullable = true;
      await runner.changeColumn("orders", column, nullable);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}

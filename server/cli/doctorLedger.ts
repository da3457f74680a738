import type { Config } from "../config.ts";
import { INVARIANTS, violationSql } from "../features/money/checks/invariants.sql.ts";
import { reading } from "./doctorRows.ts";
import { fail, ok, type Finding } from "./findings.ts";

interface Count {
  readonly n: number;
}

/** Looks whether the books balance: every rule, all entries. */
export async function examineLedger(config: Config): Promise<Finding[]> {
  const findings = await reading(config, async (read) => {
    const count = "SELECT COUNT(*) AS n FROM money_transactions";
    // Before the first start there is no table.
    const [transactions] = await read<Count>(count).catch(() => []);
    if (!transactions) return [];
    const violations: string[] = [];
    for (const invariant of INVARIANTS) {
      const subjects = await read<{ subject: string | number }>(violationSql(invariant, 0));
      if (subjects.length === 0) continue;
      violations.push(`${invariant.name} (not so: ${subjects.map(({ subject }) => subject).join(", ")})`);
    }
    if (violations.length === 0) return [ok(`money: the books balance, ${transactions.n} movements`)];
    return violations.map((violation) =>
      fail(
        `money: ${violation}`,
        "keep the database as it is, restore a backup beside it and compare; the server lets no money leave meanwhile",
      ),
    );
  });
  return findings ?? [];
}

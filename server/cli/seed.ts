import type { App } from "../app.ts";
import { rows } from "../core/sql.ts";
import { hashNewPassword } from "../features/auth/passwords/password.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { DEMO_LOGINS } from "./demo/people.ts";
import { makePlan } from "./demo/plan.ts";
import { DEMO_PAY_PASSWORD, fillShopWindow } from "./demo/shopWindow.ts";
import { writeCommunity } from "./demo/write.ts";
import { withProgram } from "./program.ts";

/** Password of all demo members, unless another is given. */
export const DEMO_PASSWORD = "luntan-demo";

/** Options of the demo community. */
export interface SeedOptions {
  /** Also on a forum that has members or demo members already. */
  readonly force: boolean;
  readonly password?: string | undefined;
  /** Number of threads besides the long one; 300 unless given. */
  readonly threads?: number | undefined;
  /** Members, threads and replies only: no sales, polls, chats and reports. */
  readonly textsOnly?: boolean | undefined;
  /** Prints progress. */
  tell(line: string): void;
}

/**
 * Fills the configured database with the demo community, all or nothing.
 * @throws {Error} if the forum is in use already; {DatabaseInUseError} if a server has the SQLite file open.
 */
export function seed(options: SeedOptions): Promise<void> {
  return withProgram((app) => seedInto(app, options));
}

/** Fills the database of an open program with the demo community. @throws {Error} if it is in use already. */
export async function seedInto(app: App, options: SeedOptions): Promise<void> {
  const { force, password = DEMO_PASSWORD, tell } = options;
  const ctx = app.context();
  const seeded = await rows<{ id: number }>(
    ctx,
    "SELECT u.id FROM users u WHERE u.username LIKE 'demo!_admin%' ESCAPE '!'",
  );
  const members = await rows<{ total: number }>(ctx, "SELECT COUNT(*) AS total FROM users");
  if (!force && seeded.length > 0)
    throw new Error("The demo community is there already; --force adds it once more.");
  if (!force && Number(members[0]!.total) > 1) {
    throw new Error("This forum has members already; --force adds the demo community all the same.");
  }
  const everybody = { username: "demo", nickname: "demo" };
  const passwordHash = await hashNewPassword(ctx, password, everybody, await getSettings(ctx));
  const plan = makePlan(ctx.now.getTime(), options.threads);
  const round = seeded.length + 1;
  await writeCommunity(ctx, plan, { round, passwordHash, tell });
  if (!options.textsOnly) {
    tell("filling wallets, polls and chats …");
    await fillShopWindow(app.context(), round, tell);
  }
  tell(`\nSign in as (password ${password}, pay password ${DEMO_PAY_PASSWORD}):`);
  for (const { username, nickname, role } of DEMO_LOGINS) {
    tell(`  ${`${username}${round === 1 ? "" : round}`.padEnd(18)}${role.padEnd(11)}${nickname}`);
  }
  tell("\nEverybody who reads this can sign in with these: do not keep them on a forum that others reach.");
}

import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADMIN_GROUP_ID } from "../../../core/viewer.ts";
import { requireProof } from "../../auth/sessions/proof.service.ts";
import { isShared, readLiving } from "../../processes/process.sql.ts";
import { countAdmins } from "../../users/members/member.service.ts";
import { checkName } from "../../users/name.ts";
import { User } from "../../users/user.entity.ts";
import { createUser } from "../../users/user.service.ts";
import { refuseUnlessEmpty } from "./emptiness.service.ts";
import { readRun, writeRun } from "./importFolder.ts";
import { ImportPhase } from "./importPage.view.ts";

/**
 * Closes the forum and moves the checked community in; the account of the owner gives way to those of the community.
 * @throws {DomainError} PROOF_NEEDED; FORBIDDEN without a dry run that went well, on a forum that is not empty, without an
 *   administrator in the community, or while several servers run
 */
export const startImport = verb({
  name: "startImport",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context): Promise<boolean> {
    await requireProof(ctx);
    await refuseUnlessEmpty(ctx);
    const { folder, start, mappings } = ctx.services.importing;
    const run = readRun(folder);
    if (run?.phase !== ImportPhase.CHECKED || !run.summary)
      throw refused("请先完成试运行", "A dry run that went well comes first.");
    // Read again: somebody may have changed the file beside the page.
    const { administrators } = mappings?.read() ?? run.summary;
    if (administrators.length === 0)
      throw refused(
        "没有能登录的管理员，迁入后将无人能管理论坛",
        "No administrator could sign in, so nobody could run the forum afterwards.",
      );
    if (!start)
      throw refused("此服务器不能从页面开始迁入", "This server cannot close itself; use the command line.");
    if (isShared(ctx) && (await readLiving(ctx)).length > 1)
      throw refused("请先停止其他服务器进程", "Stop the other servers of this database first.");
    const { username, nickname, passwordHash } = await ctx.db.findOneByOrFail(User, {
      id: ctx.viewer.accountId,
    });
    await inTransaction(ctx, (ctx) => {
      noteChange(ctx, { target: `import:${run.source}` });
      return Promise.resolve();
    });
    writeRun(folder, {
      ...run,
      phase: ImportPhase.IMPORTING,
      startedAt: ctx.now.toISOString(),
      owner: { username, nickname, passwordHash },
    });
    start();
    return true;
  },
});

function refused(zh: string, en: string): DomainError {
  return new DomainError("FORBIDDEN", { text: { zh, en } });
}

/** Gives the owner their account again after an import that has failed: the forum was emptied, and is new. */
export async function restoreOwner(ctx: Context): Promise<void> {
  const { folder } = ctx.services.importing;
  const run = readRun(folder);
  if (run?.phase !== ImportPhase.FAILED || !run.owner) return;
  const { username, nickname, passwordHash } = run.owner;
  if ((await countAdmins(ctx)) === 0)
    await inTransaction(ctx, (ctx) =>
      createUser(ctx, {
        username: checkName("username", username),
        nickname: checkName("nickname", nickname),
        passwordHash,
        groupId: ADMIN_GROUP_ID,
      }),
    );
  writeRun(folder, { ...run, owner: null });
}

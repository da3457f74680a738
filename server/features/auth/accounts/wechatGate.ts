import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { isWechatOffered } from "../../wechat/wechatApps.ts";
import { WechatAccount } from "../wechat/wechatAccount.entity.ts";

/**
 * Refuses members of groups that publish with a WeChat account alone (`publishNeedBindWechat`, legacy-facts 5.8), until
 * they have bound one. Asks nothing of administrators, nor while none could be bound.
 * @throws {DomainError} WECHAT_NEEDED
 */
export async function requireWechat(ctx: Context): Promise<void> {
  const { viewer } = ctx;
  if (viewer.isAdmin || !viewer.grants.has("publishNeedBindWechat")) return;
  if (!(await isWechatOffered(ctx))) return;
  if (!(await ctx.db.existsBy(WechatAccount, { userId: viewer.id }))) throw new DomainError("WECHAT_NEEDED");
}

import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { amountText } from "../../../core/money.ts";
import { legacySpan } from "../../../core/legacySpan.ts";
import { LegacyPage, legacyPage, legacyTime, legacyFilter } from "../../../core/rest.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { findLedgerCheck } from "../../money/checks/stop.service.ts";
import { findWallet } from "../../money/wallets/wallet.service.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { getUser } from "../../users/user.service.ts";
import type { LegacyWalletLines } from "./legacy.input.ts";
import { selectLegacyLines, sumLegacyLines, type LegacyLineList } from "./legacyWallet.sql.ts";

/** Lists of lines by the names of the predecessor. */
const LISTS: readonly LegacyLineList[] = ["income", "expend", "freeze"];
/** Names of the codes (legacy-facts 4.10). */
const NAMES: Readonly<Record<number, string>> = {
  8: "提问冻结",
  9: "提问解冻",
  10: "提现冻结",
  11: "提现成功",
  12: "提现解冻",
  31: "打赏收入",
  32: "人工收入",
  33: "打赏分成收入",
  34: "注册分成收入",
  35: "问答收入",
  36: "围观收入",
  41: "打赏支出",
  50: "人工支出",
  51: "购买用户组",
  52: "购买附件",
  60: "付费帖子收入",
  61: "付费帖子支出",
  62: "付费帖子分成收入",
  63: "付费附件收入",
  64: "付费附件分成收入",
  70: "站点注册支出",
  71: "站点续费支出",
  81: "提问支出",
  82: "围观支出",
  124: "退款",
  130: "退款扣回",
  150: "红包冻结",
  151: "红包收入",
  152: "红包退款",
  153: "红包支出",
  160: "悬赏冻结",
  161: "悬赏收入",
  162: "悬赏退款",
  164: "悬赏支出",
  180: "充值",
};

/** Reads the viewer's wallet (legacy-facts 3.7). @throws {DomainError} LOGIN_REQUIRED */
export async function readWalletForLegacy(ctx: Context): Promise<object> {
  allow(mustBeMember(ctx.viewer));
  const { id: userId } = ctx.viewer;
  const { balanceCents, frozenCents } = (await findWallet(ctx, userId))!;
  const time = legacyTime((await getUser(ctx, userId)).createdAt);
  return {
    userId,
    availableAmount: amountText(balanceCents),
    freezeAmount: amountText(frozenCents),
    walletStatus: Number(Boolean((await findLedgerCheck(ctx))?.violations)),
    cashTaxRatio: Number((await getSettings(ctx))["cash.cash_rate"]) || 0,
    createdAt: time,
    updatedAt: time,
  };
}

/**
 * Lists what came into the viewer's wallet, what was spent, or what was set aside and released (legacy-facts 3.7).
 * @throws {DomainError} LOGIN_REQUIRED; INVALID_PARAMETER for no list, no codes and no times
 */
export async function listLinesForLegacy(ctx: Context, input: LegacyWalletLines): Promise<LegacyPage> {
  allow(mustBeMember(ctx.viewer));
  const list = LISTS.find((name) => name === input.walletLogType);
  if (!list)
    throw invalid(
      "walletLogType",
      "walletLogType 须为 income、expend 或 freeze",
      "walletLogType names no list.",
    );
  const given: Filter = legacyFilter(input.filter);
  const filter = { list, codes: codesIn(given.changeType), ...legacySpan(given) };
  const [request, { id: userId }] = [legacyPage(input), ctx.viewer];
  const lines = await selectLegacyLines(ctx, userId, filter, request);
  const sum = await sumLegacyLines(ctx, userId, filter);
  const pageData = lines.map(({ id, memo, code, balanceCents, frozenCents, createdAt }) => ({
    id,
    title: memo,
    amount: amountText(list === "freeze" ? frozenCents : balanceCents),
    changeType: code,
    changeDesc: NAMES[code] ?? "",
    status: 1,
    createdAt: legacyTime(createdAt),
    receiveAccount: "",
  }));
  const more = { sumChangeAvailableAmount: amountText(sum.balanceCents) };
  return new LegacyPage(pageData, request, pageData.length, sum.count, more);
}

interface Filter {
  readonly changeType?: unknown;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

function codesIn(given: unknown): number[] {
  const texts = Array.isArray(given)
    ? given.map(String)
    : given === undefined
      ? []
      : String(given).split(",");
  const codes = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (codes.length > Object.keys(NAMES).length || !codes.every((code) => /^\d{1,3}$/.test(code)))
    throw invalid("filter.changeType", "changeType 须为数字，用逗号分隔", "changeType has codes and commas.");
  return codes.map(Number);
}

import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { orderByNumber } from "../orders/legacy/legacyOrders.ts";
import { PaymentMethod } from "../orders/order.entity.ts";
import { PayOrderInput } from "../orders/order.input.ts";
import { payOrder } from "../orders/order.service.ts";
import type { LegacyOrderPayment } from "./legacy.input.ts";
import { PaymentProviderKind } from "./payment.entity.ts";
import { StartPaymentInput } from "./payment.input.ts";
import { findWechatOpenId, startPayment } from "./payment.service.ts";

/** Ways to pay of the predecessor (legacy-facts 4.9). */
const [WECHAT_CODE, WECHAT_PAGE, WECHAT_INSIDE, WALLET] = [10, 11, 12, 20];
const BY_WECHAT: readonly number[] = [WECHAT_CODE, WECHAT_PAGE, WECHAT_INSIDE];

/**
 * Pays an order from the wallet, or begins its payment at WeChat. The number of the order is the key: the same payment
 * again is paid once and gets the same answer.
 * @throws {DomainError} as `payOrder` and `startPayment`; INVALID_PARAMETER for other ways to pay
 */
export async function payOrderForLegacy(ctx: Context, input: LegacyOrderPayment): Promise<object> {
  const { orderSn, paymentType, payPassword } = input;
  const { id } = await orderByNumber(ctx, orderSn);
  const key = { orderId: String(id), idempotencyKey: `legacy:${orderSn}:${paymentType}` };
  if (paymentType === WALLET) {
    if (typeof payPassword !== "string" || payPassword === "")
      throw invalid("payPassword", "payPassword 是必填项", "payPassword is required.");
    await payOrder(
      ctx,
      Object.assign(new PayOrderInput(), { ...key, method: PaymentMethod.WALLET, payPassword }),
    );
    return {
      id,
      desc: "钱包支付",
      walletPayResult: { result: "success", message: "余额支付成功" },
      wechatPayResult: [],
    };
  }
  if (!BY_WECHAT.includes(paymentType))
    throw invalid("paymentType", "本站不支持这种支付方式", "This way to pay is not offered here.");
  if (paymentType === WECHAT_INSIDE && (await findWechatOpenId(ctx)) === null)
    throw invalid("paymentType", "请先用微信登录或绑定微信", "Please sign in by WeChat or bind it first.");
  const provider = PaymentProviderKind.WECHAT;
  const { codeText, redirectTo, wechatRequest } = await startPayment(
    ctx,
    Object.assign(new StartPaymentInput(), { ...key, provider, inWechat: paymentType === WECHAT_INSIDE }),
  );
  return {
    id,
    desc: "微信支付",
    walletPayResult: [],
    wechatPayResult: {
      wechatQrcode: codeText ?? "",
      wechatH5Link: redirectTo ?? "",
      wechatJs: wechatRequest === null ? [] : (JSON.parse(wechatRequest) as object),
    },
  };
}

import type { Context } from "../../../core/context.ts";
import { PaymentProviderKind } from "../payment.entity.ts";
import type { PaymentProvider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";

/** Makes a provider from the settings; null while it is off or its settings are incomplete. */
type Maker = (ctx: Context) => Promise<PaymentProvider | null>;

const MAKERS: Readonly<Record<PaymentProviderKind, Maker>> = {
  [PaymentProviderKind.ALIPAY]: () => Promise.resolve(null),
  [PaymentProviderKind.WECHAT]: () => Promise.resolve(null),
  [PaymentProviderKind.STRIPE]: () => Promise.resolve(null),
  [PaymentProviderKind.SANDBOX]: ({ services }) =>
    Promise.resolve(services.isProduction ? null : sandboxProvider(services)),
};

/** Gives a provider; null if the site has not connected it. */
export function findProvider(ctx: Context, kind: PaymentProviderKind): Promise<PaymentProvider | null> {
  return MAKERS[kind](ctx);
}

/** Lists the providers that the site has connected, in the order in which they are offered. */
export async function listProviders(ctx: Context): Promise<PaymentProviderKind[]> {
  const kinds = Object.keys(MAKERS) as PaymentProviderKind[];
  const providers = await Promise.all(kinds.map((kind) => findProvider(ctx, kind)));
  return kinds.filter((_, index) => providers[index] !== null);
}

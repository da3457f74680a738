import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Context, Services } from "../core/context.ts";
import { consume } from "../core/rateLimit.ts";
import { getSettings } from "../features/settings/setting.service.ts";

/** Seconds within which reading calls are counted, and all others (legacy-facts 1.5). */
const WINDOW_S = { get: 30, post: 60 } as const;
/** Limits where the setting holds nothing usable (legacy-facts 1.5). */
const USUAL = { get: { freq: 500, forbidden: 20 }, post: { freq: 200, forbidden: 30 } } as const;

type Kind = keyof typeof WINDOW_S;

interface Rate {
  /** Calls within the window. */
  readonly freq: number;
  /** Seconds for which the call stays closed to who made too many. */
  readonly forbidden: number;
}

/** The rates of the setting `api_freq`; whatever is no positive whole number is as usual. */
export function callRates(text: string): Readonly<Record<Kind, Rate>> {
  const given = JSON.parse(text || "{}") as Partial<Record<Kind, Partial<Record<keyof Rate, unknown>>>>;
  const rate = (kind: Kind): Rate => {
    const number = (key: keyof Rate): number => {
      const value = Number(given[kind]?.[key]);
      return Number.isSafeInteger(value) && value > 0 ? value : USUAL[kind][key];
    };
    return { freq: number("freq"), forbidden: number("forbidden") };
  };
  return { get: rate("get"), post: rate("post") };
}

interface Known {
  readonly text: string;
  readonly limiters: Readonly<Record<Kind, RateLimiterMemory>>;
}

const limits = new WeakMap<Services, Known>();

function limitersFor(services: Services, text: string): Known["limiters"] {
  const current = limits.get(services);
  if (current?.text === text) return current.limiters;
  const rates = callRates(text);
  const limiter = (kind: Kind): RateLimiterMemory =>
    new RateLimiterMemory({
      keyPrefix: `calls ${kind}`,
      points: Math.max(1, Math.round(rates[kind].freq * services.rateLimiter.factor)),
      duration: WINDOW_S[kind],
      blockDuration: rates[kind].forbidden,
    });
  const limiters = { get: limiter("get"), post: limiter("post") };
  limits.set(services, { text, limiters });
  return limiters;
}

/**
 * Counts a call of the legacy API, per member or address and call (legacy-facts 1.5).
 * @param name method and path of the row
 * @throws {DomainError} RATE_LIMITED with the seconds to wait.
 */
export async function countCall(ctx: Context, name: string): Promise<void> {
  const { services, viewer, address } = ctx;
  if (services.rateLimiter.factor === 0) return;
  const limiters = limitersFor(services, (await getSettings(ctx)).api_freq);
  const who = viewer.isSignedIn ? `u${viewer.accountId}` : address;
  const limiter = limiters[name.startsWith("GET ") ? "get" : "post"];
  await consume(limiter, `${who} ${name}`, { name: "call", log: ctx.quotas });
}

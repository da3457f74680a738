import type { Context, Database } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { on, type Subscription } from "../../core/events.ts";
import type { Locale } from "../../core/locale.ts";
import { readerOf } from "../../core/readBudget.ts";
import { slices } from "../../core/slices.ts";
import { isShutOut, standingCodeOf } from "../../core/viewer.ts";
import { sessionsEnded } from "../../features/auth/sessions/session.events.ts";
import { tokensEnded } from "../../features/tokens/token.events.ts";
import { userStatusChanged } from "../../features/users/user.events.ts";
import type { SubscriptionMessage } from "../../graphql/subscriptions.ts";
import type { OpenSink } from "../openAnswer.ts";
import { CHECK_MS } from "./hub.ts";

/** Open subscriptions of one token, or of one session or visitor's address where there is none. */
export const SUBSCRIPTIONS_PER_READER = 10;
/** Open subscriptions of one address: several programs run behind one. */
export const SUBSCRIPTIONS_PER_ADDRESS = 100;
/** Open subscriptions of the whole site, in one process. */
export const SUBSCRIPTIONS_MAX = 1_000;
/** Proxies close connections on which nothing is said for a minute; the protocol's own server says as often. */
const HEARTBEAT_MS = 12_000;
/** Seconds after which somebody may try again who was refused. */
const RETRY_AFTER_S = 30;

/** Parameters of a subscription that is opened. */
export interface OpenedBy {
  readonly ctx: Context;
  /** Makes the context of the same request anew. */
  readonly renew: () => Promise<Context>;
  /** Begins to tell with a context that can be renewed. */
  readonly begin: (ctx: Context) => AsyncGenerator<SubscriptionMessage, void, void>;
}

interface Open {
  readonly reader: string;
  readonly address: string;
  readonly tokenId: number | null;
  readonly userId: number;
  readonly locale: Locale;
  readonly requestId: string;
  readonly sink: OpenSink;
  readonly stop: AbortController;
  renew(): Promise<Context>;
}

/** Writes a message as the protocol of GraphQL over server-sent events has it ("distinct connections"). */
const next = (message: SubscriptionMessage): string => `event: next\ndata: ${JSON.stringify(message)}\n\n`;
const COMPLETE = "event: complete\ndata:\n\n";

/** Keeps the open subscriptions of one program, and ends those whose token or session has ended. */
export class SubscriptionHub {
  private readonly all = new Set<Open>();
  private readonly counts = new Map<string, number>();
  private timers: NodeJS.Timeout[] = [];
  private isChecking = false;

  /** Subscriptions of the hub to events of the program. */
  readonly subscriptions: readonly Subscription[] = [
    on(tokensEnded, ({ tokenIds }) => {
      const ended = new Set(tokenIds.map(Number));
      return this.check(({ tokenId }) => tokenId !== null && ended.has(tokenId));
    }),
    on(sessionsEnded, ({ userId }) => this.check((open) => open.userId === userId)),
    on(userStatusChanged, ({ userId }) => this.check((open) => open.userId === userId)),
  ];

  /** Number of open subscriptions. */
  get size(): number {
    return this.all.size;
  }

  /** @throws {DomainError} RATE_LIMITED if a reader or an address has too many; OVERLOADED if the site has. */
  checkRoom(ctx: Context): void {
    const retryAfterSeconds = RETRY_AFTER_S;
    if (this.all.size >= SUBSCRIPTIONS_MAX) throw new DomainError("OVERLOADED", { retryAfterSeconds });
    const refuse = (most: number): never => {
      throw new DomainError("RATE_LIMITED", {
        retryAfterSeconds,
        text: {
          zh: `最多同时打开 ${most} 个订阅`,
          en: `At most ${most} subscriptions may be open at the same time.`,
        },
      });
    };
    if ((this.counts.get(readerKeyOf(ctx)) ?? 0) >= SUBSCRIPTIONS_PER_READER)
      refuse(SUBSCRIPTIONS_PER_READER);
    if ((this.counts.get(`at ${ctx.address}`) ?? 0) >= SUBSCRIPTIONS_PER_ADDRESS)
      refuse(SUBSCRIPTIONS_PER_ADDRESS);
  }

  /** Opens a subscription. @returns closes it */
  open({ ctx, renew, begin }: OpenedBy, sink: OpenSink): () => void {
    const stop = new AbortController();
    const open: Open = {
      reader: readerKeyOf(ctx),
      address: `at ${ctx.address}`,
      tokenId: ctx.token?.id ?? null,
      userId: ctx.viewer.accountId,
      locale: ctx.locale,
      requestId: ctx.requestId,
      sink,
      stop,
      renew: () => renewed(ctx, renew),
    };
    this.all.add(open);
    for (const key of [open.reader, open.address]) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.startTimers(ctx.services.database.engine);
    sink.write(":\n\n");
    const opened = { renew: () => this.renewOpen(open), signal: stop.signal };
    void this.tell(open, begin({ ...ctx, open: opened }));
    // The token may have ended while the subscription was being opened.
    void this.check((each) => each === open);
    return () => this.drop(open);
  }

  /** Ends all subscriptions; programs go on from their cursors with whoever answers then. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    for (const open of [...this.all]) this.end(open);
  }

  private async renewOpen(open: Open): Promise<Context> {
    const ctx = await open.renew();
    return { ...ctx, open: { renew: () => this.renewOpen(open), signal: open.stop.signal } };
  }

  private async tell(open: Open, messages: AsyncIterable<SubscriptionMessage>): Promise<void> {
    for await (const message of messages) {
      if (open.stop.signal.aborted) return;
      open.sink.write(next(message));
      // Nothing is read for a program that does not read.
      await open.sink.drained();
    }
    if (!open.stop.signal.aborted) this.end(open);
  }

  private end(open: Open, last = ""): void {
    open.sink.write(last + COMPLETE);
    open.sink.end();
    this.drop(open);
  }

  private drop(open: Open): void {
    if (!this.all.delete(open)) return;
    open.stop.abort();
    for (const key of [open.reader, open.address]) {
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    }
    if (this.all.size > 0) return;
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
  }

  private startTimers(engine: Database["engine"]): void {
    if (this.timers.length > 0) return;
    this.timers = [
      setInterval(() => {
        for (const { sink } of this.all) sink.write(":\n\n");
      }, HEARTBEAT_MS).unref(),
      // Tokens expire; other processes, which SQLite has none of, end them without a word.
      setInterval(() => void this.checkAll(), engine === "mysql" ? CHECK_MS : HEARTBEAT_MS).unref(),
    ];
  }

  private async checkAll(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    await this.check(() => true).finally(() => (this.isChecking = false));
  }

  /** Ends those of some subscriptions whose context cannot be made any more. */
  private async check(isMeant: (open: Open) => boolean): Promise<void> {
    const pause = slices(1);
    for (const open of [...this.all].filter(isMeant)) {
      await pause();
      if (open.stop.signal.aborted) continue;
      try {
        await open.renew();
      } catch (error) {
        // Without an answer of the database nothing is ended.
        if (!(error instanceof DomainError) || error.code === "DATABASE_ERROR") continue;
        if (this.all.has(open)) this.end(open, next(refusal(error, open)));
      }
    }
  }
}

function refusal(error: DomainError, { locale, requestId }: Open): SubscriptionMessage {
  const { code, legacyCode } = error;
  return { errors: [{ message: error.textIn(locale), extensions: { code, legacyCode, requestId } }] };
}

/** Makes a context anew. @throws {DomainError} if it would be somebody else's, or that of a member who is shut out. */
async function renewed(ctx: Context, renew: () => Promise<Context>): Promise<Context> {
  const now = await renew();
  if (now.viewer.accountId !== ctx.viewer.accountId) throw new DomainError("LOGIN_REQUIRED");
  if (isShutOut(now.viewer.status)) throw new DomainError(standingCodeOf(now.viewer.status)!);
  return now;
}

function readerKeyOf(ctx: Context): string {
  if (ctx.token) return `token ${ctx.token.id}`;
  const { kind, key } = readerOf(ctx);
  return `${kind} ${key}`;
}

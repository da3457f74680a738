/** Something that happened and is true from now on; delivered after its transaction has committed. */
export interface DomainEvent<P = unknown> {
  readonly type: string;
  readonly payload: P;
}

/** Declares a kind of event; the returned function makes events of that kind. */
export interface EventKind<P> {
  (payload: P): DomainEvent<P>;
  readonly type: string;
}

/** Declares an event, named in the past tense: `const threadPublished = defineEvent<{…}>("threadPublished")`. */
export function defineEvent<P>(type: string): EventKind<P> {
  const kind = (payload: P): DomainEvent<P> => ({ type, payload });
  return Object.assign(kind, { type });
}

/** A feature's interest in a kind of event. */
export interface Subscription {
  readonly type: string;
  readonly handle: (payload: never) => void | Promise<void>;
}

/** Subscribes to a kind of event: `subscriptions: [on(threadPublished, forgetPages)]`. */
export function on<P>(kind: EventKind<P>, handle: (payload: P) => void | Promise<void>): Subscription {
  return { type: kind.type, handle: handle as Subscription["handle"] };
}

/** Hands events to their subscribers; a subscriber that fails is reported and stops nobody else. */
export class EventBus {
  private readonly handlers = new Map<string, Subscription["handle"][]>();

  constructor(private readonly report: (error: unknown, eventType: string) => void) {}

  /** Adds subscriptions; those of earlier calls are kept. */
  subscribe(subscriptions: readonly Subscription[]): void {
    for (const { type, handle } of subscriptions) {
      const handlers = this.handlers.get(type);
      if (handlers) handlers.push(handle);
      else this.handlers.set(type, [handle]);
    }
  }

  /** Delivers one event; handlers that return promises run on, their failures are reported. */
  publish(event: DomainEvent): void {
    for (const handle of this.handlers.get(event.type) ?? []) {
      try {
        const running = handle(event.payload as never);
        if (running) running.catch((error: unknown) => this.report(error, event.type));
      } catch (error) {
        this.report(error, event.type);
      }
    }
  }
}

import type { Context } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import { on, type Subscription } from "../../core/events.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { slices } from "../../core/slices.ts";
import { isShutOut, standingCodeOf } from "../../core/viewer.ts";
import type { OpenSink } from "../openAnswer.ts";
import { readLiveSessions } from "./sessions.sql.ts";
import {
  dialogDeleted,
  dialogRead,
  messageChanged,
  messageSent,
} from "../../features/messages/message.events.ts";
import {
  roomChanged,
  roomMessageChanged,
  roomMessageSent,
  roomRead,
} from "../../features/rooms/room.events.ts";
import { sessionsEnded } from "../../features/auth/sessions/session.events.ts";
import { userStatusChanged } from "../../features/users/user.events.ts";
import {
  messagesSince,
  newestMessageId,
  type MessageSign,
} from "../../features/messages/message.list.service.ts";
import { unreadChanged } from "../../features/unread/unread.events.ts";
import { getCounters } from "../../features/unread/unread.service.ts";
import { unreadCountsOf } from "../../features/unread/unread.view.ts";

/** Open streams of one member: one per browser, and some to spare. */
export const STREAMS_PER_MEMBER = 6;
/** Open streams of the whole site. */
export const STREAMS_MAX = 10_000;
/** Open streams of one address: a large school behind one, yet never all the room that there is. */
export const STREAMS_PER_ADDRESS = 5_000;
/** Proxies close connections on which nothing is said for a minute. */
export const HEARTBEAT_MS = 25_000;
/**
 * Interval between two looks for sessions and members that another process on the same database has ended or shut out.
 */
export const CHECK_MS = 3_000;
/** A browser that was cut off comes back after this. */
const RETRY_MS = 3_000;
/** Maximum bytes that wait for one reader. A slower one is disconnected, and catches up when it comes back. */
export const WAITING_MAX_BYTES = 65_536;
/** Pause before streams are served again whose events could not be read because the database was away. */
const OUTAGE_PAUSE_MS = 1_000;
/** Streams that are written to, and whose sessions are looked at, in one go. */
const STREAMS_PER_LOOK = 200;

/** Owner of a stream: session, member, address. */
export interface StreamOwner {
  readonly userId: number;
  readonly sessionId: number;
  readonly address: string;
}

interface Stream {
  readonly userId: number;
  readonly address: string;
  readonly sessionId: number;
  readonly sink: OpenSink;
  /** The newest message that it was sent. */
  cursor: number;
}

interface Member {
  readonly streams: Set<Stream>;
  /** True while new events are read for their streams. */
  isReading: boolean;
  /** True if there were more events meanwhile. */
  again: boolean;
}

const event = (name: string, data: object, id?: number): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Names a message: the dialog by the other member, or the room. */
function messageEvent({ id, peerId, roomId, authorId }: MessageSign, userId: number): string {
  const place = roomId === null ? { peerId: String(peerId) } : { roomId: String(roomId) };
  return event("message", { id: String(id), ...place, isMine: authorId === userId }, id);
}

/**
 * Sends browsers the events of their member at once. What is sent is read from the database after the place where the
 * stream stands, live as after an interruption, so there is neither gap nor repeat; it names messages and says nothing of
 * what is in them.
 */
export class StreamHub {
  private readonly members = new Map<number, Member>();
  private readonly addresses = new Map<string, number>();
  private count = 0;
  private timers: NodeJS.Timeout[] = [];
  private isChecking = false;

  constructor(private readonly makeContext: () => Context) {}

  /** Subscriptions of the hub. */
  readonly subscriptions: readonly Subscription[] = [
    on(messageSent, ({ fromUserId, toUserId }) => {
      this.notify(fromUserId);
      this.notify(toUserId);
    }),
    on(unreadChanged, ({ userIds }) => userIds.forEach((userId) => this.notify(userId))),
    on(dialogRead, ({ userId, peerId, upTo }) => {
      this.send(peerId, event("read", { peerId: String(userId), upTo: String(upTo) }));
      this.send(userId, event("dialog", { peerId: String(peerId) }));
    }),
    on(messageChanged, ({ messageId, betweenUserIds: [low, high] }) => {
      this.send(low, event("changed", { peerId: String(high), messageId: String(messageId) }));
      this.send(high, event("changed", { peerId: String(low), messageId: String(messageId) }));
    }),
    on(roomMessageSent, ({ userIds }) => userIds.forEach((userId) => this.notify(userId))),
    on(roomRead, ({ roomId, userId, upTo, userIds }) =>
      this.sendAll(
        userIds,
        event("read", { roomId: String(roomId), userId: String(userId), upTo: String(upTo) }),
      ),
    ),
    on(roomMessageChanged, ({ roomId, messageId, userIds }) =>
      this.sendAll(userIds, event("changed", { roomId: String(roomId), messageId: String(messageId) })),
    ),
    on(roomChanged, ({ roomId, userIds }) =>
      this.sendAll(userIds, event("room", { roomId: String(roomId) })),
    ),
    on(dialogDeleted, ({ userId, peerId }) => this.send(userId, event("dialog", { peerId: String(peerId) }))),
    on(sessionsEnded, ({ userId, sessionIds }) => {
      for (const stream of this.streamsOf(userId))
        if (sessionIds === "all" || sessionIds.includes(stream.sessionId)) this.end(stream, "SIGNED_OUT");
    }),
    on(userStatusChanged, ({ userId, to }) => {
      if (isShutOut(to)) for (const stream of this.streamsOf(userId)) this.end(stream, standingCodeOf(to)!);
    }),
  ];

  /** Number of open streams. */
  get size(): number {
    return this.count;
  }

  /** Checks for room for another stream of a member from an address. */
  hasRoom(userId: number, address: string): "yes" | "member" | "address" | "site" {
    if (this.count >= STREAMS_MAX) return "site";
    if ((this.addresses.get(address) ?? 0) >= STREAMS_PER_ADDRESS) return "address";
    return (this.members.get(userId)?.streams.size ?? 0) >= STREAMS_PER_MEMBER ? "member" : "yes";
  }

  /**
   * Opens a stream.
   * @param after the newest message that the browser knows of; null if it knows of none
   * @returns closes it
   */
  open(who: StreamOwner, after: number | null, sink: OpenSink): () => void {
    const { userId, sessionId, address } = who;
    const stream: Stream = { userId, sessionId, address, sink, cursor: after ?? -1 };
    let member = this.members.get(userId);
    if (!member) this.members.set(userId, (member = { streams: new Set(), isReading: false, again: false }));
    member.streams.add(stream);
    this.addresses.set(address, (this.addresses.get(address) ?? 0) + 1);
    this.count++;
    this.startTimers();
    sink.write(`retry: ${RETRY_MS}\n\n`);
    this.notify(userId);
    return () => this.drop(stream);
  }

  /** Ends those streams of a member whose session has ended, which may have been announced before they were open. */
  async verify(userId: number): Promise<void> {
    const streams = this.streamsOf(userId);
    if (streams.length > 0) await this.check(streams);
  }

  /** Closes all streams; browsers come back to whoever answers then. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    for (const { streams } of this.members.values()) for (const { sink } of streams) sink.end();
    this.members.clear();
    this.addresses.clear();
    this.count = 0;
  }

  private drop(stream: Stream): void {
    const member = this.members.get(stream.userId);
    if (!member?.streams.delete(stream)) return;
    this.count--;
    const open = (this.addresses.get(stream.address) ?? 1) - 1;
    if (open === 0) this.addresses.delete(stream.address);
    else this.addresses.set(stream.address, open);
    if (member.streams.size === 0) this.members.delete(stream.userId);
  }

  private write(stream: Stream, text: string): void {
    if (stream.sink.write(text) <= WAITING_MAX_BYTES) return;
    stream.sink.end();
    this.drop(stream);
  }

  private send(userId: number, text: string): void {
    for (const stream of this.members.get(userId)?.streams ?? []) this.write(stream, text);
  }

  private sendAll(userIds: readonly number[], text: string): void {
    for (const userId of userIds) this.send(userId, text);
  }

  private notify(userId: number): void {
    const member = this.members.get(userId);
    if (!member) return;
    member.again = true;
    if (member.isReading) return;
    member.isReading = true;
    this.notifyAll(userId, member).catch((error: unknown) => {
      // Streams stay open through an outage; they catch up after it.
      if (isDatabaseAway(error)) {
        setTimeout(() => this.notify(userId), OUTAGE_PAUSE_MS).unref();
        return;
      }
      this.makeContext().services.log.error({ error: String(error) }, "stream failed");
      // They come back and catch up.
      for (const stream of [...member.streams]) {
        stream.sink.end();
        this.drop(stream);
      }
    });
  }

  private async notifyAll(userId: number, member: Member): Promise<void> {
    try {
      while (member.again && member.streams.size > 0) {
        member.again = false;
        await this.notifyOnce(userId, member);
      }
    } finally {
      // In the same turn as the last look at `again`: nothing that happens in between is missed.
      member.isReading = false;
    }
  }

  private async notifyOnce(userId: number, member: Member): Promise<void> {
    const ctx = this.makeContext();
    for (const stream of member.streams) {
      if (stream.cursor >= 0) continue;
      stream.cursor = await newestMessageId(ctx, userId);
      this.write(stream, event("hello", {}, stream.cursor));
    }
    const from = Math.min(...[...member.streams].map(({ cursor }) => cursor));
    const fresh = await messagesSince(ctx, userId, from);
    const counts = event("counts", unreadCountsOf(await getCounters(ctx, userId)));
    for (const stream of member.streams) {
      if (stream.cursor < 0) continue;
      const unsent = fresh.filter(({ id }) => id > stream.cursor);
      const texts = unsent.map((sign) => messageEvent(sign, userId));
      stream.cursor = unsent.at(-1)?.id ?? stream.cursor;
      this.write(stream, texts.join("") + counts);
    }
    // As many as one look gives: there are more.
    if (fresh.length >= PAGE_MAX) member.again = true;
  }

  private startTimers(): void {
    if (this.timers.length > 0) return;
    this.timers = [setInterval(() => void this.beat(), HEARTBEAT_MS).unref()];
    // SQLite has no second process; there each end is heard of at once.
    if (this.makeContext().services.database.engine === "mysql")
      this.timers.push(setInterval(() => void this.checkAll(), CHECK_MS).unref());
  }

  /** Shows proxies that the lines are alive, and ends the streams of sessions that have ended; some at a time. */
  private async beat(): Promise<void> {
    await this.inParts(async (part) => {
      for (const stream of part) this.write(stream, ":\n\n");
      await this.check(part);
    });
  }

  private async checkAll(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await this.inParts((part) => this.check(part));
    } finally {
      this.isChecking = false;
    }
  }

  private async inParts(work: (part: readonly Stream[]) => Promise<void>): Promise<void> {
    const streams = [...this.members.values()].flatMap((member) => [...member.streams]);
    const pause = slices(1);
    for (let start = 0; start < streams.length; start += STREAMS_PER_LOOK) {
      await pause();
      const part = streams.slice(start, start + STREAMS_PER_LOOK).filter((stream) => this.isOpen(stream));
      if (part.length > 0) await work(part);
    }
  }

  /** Ends those of some streams whose session has ended or whose member is shut out. */
  private async check(part: readonly Stream[]): Promise<void> {
    const ctx = this.makeContext();
    const ids = part.map(({ sessionId }) => sessionId);
    const sessions = await readLiveSessions(ctx, ids).catch(() => null);
    // Without an answer no stream is closed.
    if (!sessions) return;
    const statuses = new Map(sessions.map(({ id, status }) => [id, status]));
    for (const stream of part) {
      const status = statuses.get(stream.sessionId);
      if (status === undefined) this.end(stream, "SIGNED_OUT");
      else if (isShutOut(status)) this.end(stream, standingCodeOf(status)!);
    }
  }

  /** Says why, and closes a stream for good. */
  private end(stream: Stream, reason: string): void {
    if (!this.isOpen(stream)) return;
    stream.sink.write(event("ended", { reason }));
    stream.sink.end();
    this.drop(stream);
  }

  private streamsOf(userId: number): Stream[] {
    return [...(this.members.get(userId)?.streams ?? [])];
  }

  private isOpen(stream: Stream): boolean {
    return this.members.get(stream.userId)?.streams.has(stream) ?? false;
  }
}

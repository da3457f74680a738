import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Time limits of clients. */
export interface Patience {
  /** Until the body of a usual request must have arrived whole, in milliseconds. */
  readonly bodyMs: number;
  /** Uploads are looked at for so long before their pace counts, and again after as long, in milliseconds. */
  readonly uploadWindowMs: number;
  /** Slowest pace of an upload, in bytes per second. */
  readonly uploadBytesPerSecond: number;
  /** Longest time without progress of an answer, in milliseconds. */
  readonly stalledMs: number;
  /** Slowest pace at which an answer is read; what is sent in one piece is given the time that this takes. */
  readonly readBytesPerSecond: number;
  /** Interval between two looks at the connections, in milliseconds. */
  readonly lookEveryMs: number;
}

/** Limits that slow telephones meet, and clients that only want to keep connections busy do not. */
export const PATIENCE: Patience = {
  bodyMs: 15_000,
  uploadWindowMs: 20_000,
  uploadBytesPerSecond: 2_000,
  stalledMs: 30_000,
  readBytesPerSecond: 2_000,
  lookEveryMs: 1_000,
};

interface Upload {
  since: number;
  bytes: number;
}

/**
 * Requests whose bodies are on their way: ends those that take too long, and uploads that hardly move. One timer for all;
 * most arrive at once.
 */
export class Arriving {
  private readonly bodies = new Map<IncomingMessage, number>();
  private readonly uploads = new Map<IncomingMessage, Upload>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly patience: Patience = PATIENCE) {}

  /** Begins to wait for the body of a request, if it has one. */
  expect(raw: IncomingMessage): void {
    if (!hasBody(raw)) return;
    this.bodies.set(raw, performance.now());
    this.watch();
  }

  /** Begins to watch the pace of an upload. */
  expectUpload(raw: IncomingMessage): void {
    if (!hasBody(raw)) return;
    this.bodies.delete(raw);
    this.uploads.set(raw, { since: performance.now(), bytes: raw.socket.bytesRead });
    this.watch();
  }

  /** The body of a request is here. */
  arrived(raw: IncomingMessage): void {
    this.bodies.delete(raw);
  }

  /** Ends the timer. */
  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private watch(): void {
    this.timer ??= setInterval(() => this.look(), this.patience.lookEveryMs).unref();
  }

  private look(): void {
    const now = performance.now();
    const { bodyMs, uploadWindowMs, uploadBytesPerSecond } = this.patience;
    for (const [raw, since] of this.bodies) {
      const isOver = raw.complete || raw.destroyed;
      if (!isOver && now - since < bodyMs) continue;
      if (!isOver) raw.destroy();
      this.bodies.delete(raw);
    }
    for (const [raw, upload] of this.uploads) {
      if (raw.complete || raw.destroyed) {
        this.uploads.delete(raw);
        continue;
      }
      // Held up by us: the client cannot send.
      if (raw.isPaused() || raw.readableLength > 0) Object.assign(upload, { since: now });
      if (now - upload.since < uploadWindowMs) continue;
      const bytes = raw.socket.bytesRead;
      const isMoving = bytes - upload.bytes >= ((now - upload.since) / 1000) * uploadBytesPerSecond;
      if (isMoving) Object.assign(upload, { since: now, bytes });
      else {
        raw.destroy();
        this.uploads.delete(raw);
      }
    }
    if (this.bodies.size === 0 && this.uploads.size === 0) this.stop();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

interface Leaving {
  since: number;
  /** Bytes that have left for good, when last looked at. */
  sent: number;
}

/**
 * Connections with answers on their way: ends those whose client reads too slowly to matter, so that nobody keeps memory
 * and files busy by not reading. Streams that have nothing to say have nothing on its way.
 */
export class SlowReaders {
  private readonly sockets = new Map<Socket, Leaving | null>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly patience: Patience = PATIENCE) {
    this.timer = setInterval(() => this.look(), patience.lookEveryMs).unref();
  }

  /** Begins to watch a connection. */
  watch(socket: Socket): void {
    this.sockets.set(socket, null);
    socket.once("close", () => this.sockets.delete(socket));
  }

  /** Ends the timer. */
  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    for (const [socket, leaving] of this.sockets) {
      const { writableLength } = socket;
      if (writableLength === 0) {
        if (leaving) this.sockets.set(socket, null);
        continue;
      }
      const sent = socket.bytesWritten - writableLength;
      if (!leaving || sent > leaving.sent) this.sockets.set(socket, { since: now, sent });
      else if (now - leaving.since > this.allowedMs(writableLength)) socket.destroy();
    }
  }

  /** Progress within a piece cannot be seen, so a long one is given the time that the slowest reader needs. */
  private allowedMs(pieceBytes: number): number {
    const { stalledMs, readBytesPerSecond } = this.patience;
    return stalledMs + (pieceBytes / readBytesPerSecond) * 1000;
  }
}

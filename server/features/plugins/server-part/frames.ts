/** Most bytes of a message that a process of plugins sends; what a page or an answer needs is far below. */
export const FRAME_MAX_BYTES = 2_000_000;
/** Messages of a process within a second; more is a flood. */
export const MESSAGES_PER_SECOND_MAX = 500;
/** Bytes and reads within a second: a message that never ends, and one in crumbs, are floods as well. */
const BYTES_PER_SECOND_MAX = 32_000_000;
const READS_PER_SECOND_MAX = 4_000;
const HEAD_BYTES = 4;
const SECOND_MS = 1_000;

/** Packs a message: its length in four bytes, then JSON. */
export function packFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/**
 * Cuts the bytes of a process into messages. Length and rate are checked before anything is stored or parsed, so that no
 * more than one message is held whatever the process sends.
 */
export class FrameReader {
  private readonly head = Buffer.alloc(HEAD_BYTES);
  private body: Buffer | null = null;
  private filled = 0;
  private second = -1;
  private messages = 0;
  private bytes = 0;
  private reads = 0;

  /** Bytes in memory of a message that has not come to its end. */
  get heldBytes(): number {
    return this.body?.length ?? this.filled;
  }

  /**
   * Takes what was read and gives the messages that it completes, parsed but not checked.
   * @throws {Error} with what the process does wrong
   */
  *take(chunk: Buffer): Generator<unknown> {
    this.countRead(chunk.length);
    for (let at = 0; at < chunk.length;) {
      const target = this.body ?? this.head;
      const copied = chunk.copy(target, this.filled, at);
      at += copied;
      this.filled += copied;
      if (this.filled < target.length) return;
      this.filled = 0;
      if (this.body === null) {
        this.body = Buffer.allocUnsafe(lengthOf(this.head));
        continue;
      }
      this.body = null;
      if (++this.messages > MESSAGES_PER_SECOND_MAX)
        throw new Error(`sends more than ${MESSAGES_PER_SECOND_MAX} messages a second`);
      yield parse(target);
    }
  }

  private countRead(length: number): void {
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.second) this.messages = this.bytes = this.reads = 0;
    this.second = second;
    this.bytes += length;
    if (this.bytes > BYTES_PER_SECOND_MAX || ++this.reads > READS_PER_SECOND_MAX)
      throw new Error("sends more than can be read");
  }
}

function lengthOf(head: Buffer): number {
  const length = head.readUInt32BE();
  if (length === 0 || length > FRAME_MAX_BYTES)
    throw new Error(`sends what is no message of at most ${FRAME_MAX_BYTES} bytes`);
  return length;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    throw new Error("sends what is no message");
  }
}

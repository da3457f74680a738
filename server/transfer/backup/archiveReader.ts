import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { decryption, isEncrypted, PREFIX_BYTES } from "./encryption.ts";
import { BackupError } from "./format.ts";

/** First bytes of a gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Longest part that is read into memory, in bytes; those of the database are a few million long. */
const MEMORY_MAX_BYTES = 128_000_000;

/** A file of an archive, whose content is read once, before the next one. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

interface Arrival {
  readonly name: string;
  readonly size: number;
  /** Bytes of it that have been read. */
  read: number;
  readonly content: Readable;
  readonly next: () => void;
}

/** Reads the archive of a backup from its beginning to its end. */
export class ArchiveReader {
  private readonly arrivals: Arrival[] = [];
  private wake: () => void = () => undefined;
  private current: Arrival | null = null;
  private isEnded = false;
  private failure: Error | null = null;
  private readonly failed: Promise<never>;

  private constructor(
    private readonly file: Readable,
    streams: readonly NodeJS.ReadWriteStream[],
  ) {
    const tar = extract();
    tar.on("entry", ({ name, size = 0, type }, content, next) => {
      if (type !== "file") return next(new BackupError(`The backup holds ${name}, which is no file.`));
      this.arrivals.push({ name, size, read: 0, content: content as Readable, next: () => next() });
      this.wake();
    });
    this.failed = new Promise((_resolve, reject) => {
      pipeline([file, ...streams, createGunzip(), tar]).then(
        () => {
          this.isEnded = true;
          this.wake();
        },
        (error: unknown) => {
          this.failure = reasonOf(error);
          reject(this.failure);
          this.wake();
        },
      );
    });
    // The next read rejects with it.
    this.failed.catch(() => undefined);
  }

  /**
   * Opens a backup.
   * @throws {BackupError} for a file that is none; {Error} if it is encrypted and there is no passphrase
   */
  static async open(location: string, passphrase: string | null): Promise<ArchiveReader> {
    const prefix = await prefixOf(location);
    if (isEncrypted(prefix)) {
      if (passphrase === null)
        throw new Error(
          "The backup is encrypted: give its passphrase in LUNTAN_BACKUP_PASSPHRASE or by --passphrase-file.",
        );
      const file = createReadStream(location, { start: PREFIX_BYTES });
      return new ArchiveReader(file, [await decryption(passphrase, prefix)]);
    }
    if (!prefix.subarray(0, GZIP.length).equals(GZIP))
      throw new BackupError(`${location} is no backup of Luntan.`);
    return new ArchiveReader(createReadStream(location), []);
  }

  /** Goes to the next file, past the rest of the present one. @returns null after the last */
  async next(): Promise<Entry | null> {
    if (this.current) {
      for await (const _piece of this.rest(this.current));
      this.current.next();
      this.current = null;
    }
    while (this.arrivals.length === 0 && !this.isEnded && this.failure === null)
      await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.failure !== null) throw this.failure;
    this.current = this.arrivals.shift() ?? null;
    if (!this.current) return null;
    const { name, size } = this.current;
    return { name, size, content: this.rest(this.current) };
  }

  /** Lets go of the file. */
  close(): void {
    this.file.destroy();
  }

  private async *rest(arrival: Arrival): AsyncGenerator<Buffer> {
    const pieces = arrival.content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    while (arrival.read < arrival.size) {
      const { done, value } = await Promise.race([pieces.next(), this.failed]);
      if (done) {
        // A stream that fails ends its parts first.
        await nextTurn();
        throw this.failure ?? damagedBy(null);
      }
      arrival.read += value.length;
      yield value;
    }
  }
}

/** Reads a whole part into memory. @throws {BackupError} if it is larger than any that is written */
export async function bytesOf({ name, size, content }: Entry): Promise<Buffer> {
  if (size > MEMORY_MAX_BYTES) throw new BackupError(`The backup is damaged: ${name} is too large.`);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function prefixOf(location: string): Promise<Buffer> {
  const file = await open(location).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${location} cannot be read (${error.code}).`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PREFIX_BYTES), 0, PREFIX_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Says of a stream that cannot be read to its end that the backup is damaged; faults of the disk keep their words. */
function reasonOf(error: unknown): Error {
  if (error instanceof BackupError || (error instanceof Error && "syscall" in error)) return error;
  return damagedBy(error);
}

const damagedBy = (cause: unknown): BackupError =>
  new BackupError("The backup is damaged: it was cut off or changed after it was written.", { cause });

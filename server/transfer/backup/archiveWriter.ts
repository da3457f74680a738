import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack, type Pack } from "tar-stream";
import { encryption } from "./encryption.ts";

/** Level of compression: higher ones take much more time for little. */
const LEVEL = 4;
const OWNER_ONLY = 0o600;

/** A file of a forum's backup that is being written: tar, gzip, and encrypted with a passphrase. */
export class ArchiveWriter {
  private constructor(
    private readonly tar: Pack,
    private readonly written: Promise<void>,
    private readonly file: WriteStream,
  ) {}

  /** Begins a file, which only its owner may read. */
  static async open(location: string, passphrase: string | null): Promise<ArchiveWriter> {
    const cipher = passphrase === null ? null : await encryption(passphrase);
    const file = createWriteStream(location, { mode: OWNER_ONLY, flush: true });
    await once(file, "open");
    if (cipher) file.write(cipher.prefix);
    const tar = pack();
    const written = pipeline(tar, createGzip({ level: LEVEL }), cipher?.stream ?? new PassThrough(), file);
    // The next write rejects with it.
    written.catch(() => undefined);
    return new ArchiveWriter(tar, written, file);
  }

  /** Bytes that are on the disk. */
  get bytes(): number {
    return this.file.bytesWritten;
  }

  /** Adds a part that is in memory. */
  async add(name: string, bytes: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes.length, mode: OWNER_ONLY };
      this.tar.entry(header, bytes, (error) => (error ? reject(error) : resolve()));
    });
    await this.orFailure(added);
  }

  /**
   * Adds a file of the disk.
   * @param hear gets each piece of it
   * @throws {Error} if it becomes shorter meanwhile
   */
  async addFile(
    name: string,
    { file, size }: { file: FileHandle; size: number },
    hear: (piece: Buffer) => void,
  ): Promise<void> {
    if (size === 0) return this.add(name, Buffer.alloc(0));
    const { tar } = this;
    let sink!: Writable;
    const complete = new Promise<void>((resolve, reject) => {
      sink = tar.entry({ name, size, mode: OWNER_ONLY }, (error) =>
        error ? reject(new Error(`${name} has changed while it was read.`)) : resolve(),
      );
    });
    // The waiting promise below rejects with it.
    complete.catch(() => undefined);
    const source = file.createReadStream({ start: 0, end: size - 1, autoClose: false });
    for await (const piece of source as AsyncIterable<Buffer>) {
      hear(piece);
      if (!sink.write(piece)) await this.orFailure(once(sink, "drain"));
    }
    sink.end();
    await this.orFailure(complete);
  }

  /** Ends the file; all of it is on the disk then. */
  async end(): Promise<void> {
    this.tar.finalize();
    await this.written;
  }

  /** Gives up. */
  async abandon(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
  }

  /** Waits for work, unless the disk fails meanwhile. */
  private async orFailure(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.written]);
  }
}

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { Problem, sentenceFor } from "../problems.ts";

/** Longest line, in bytes: texts have 100,000 units at most, and nothing else is longer. */
export const LINE_MAX_BYTES = 2_000_000;
/** Characters that are collected before they are handed to the disk. */
const BUFFER_LENGTH = 256_000;
const NEWLINE = 10;

/** A line of a file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Number of lines and SHA-256 sum of a file. */
export interface Sum {
  readonly records: number;
  readonly sha256: string;
}

/** A file whose lines cannot be read; the message says which line, and why. */
export class LineError extends Problem {
  constructor(file: string, line: number, zh: string, en: string) {
    super("LINE_WRONG", sentenceFor("LINE_WRONG", file, line, { zh, en }));
  }
}

/**
 * Reads a file line by line in bounded memory.
 * @param name names the file in errors
 * @returns the sum of the file, after its last line
 * @throws {LineError} for a line that is too long, that is not UTF-8, or that has no end
 */
export async function* readLines(location: string, name: string): AsyncGenerator<Line, Sum> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const line = (): Line => {
    number++;
    try {
      const text = decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
      parts = [];
      length = 0;
      return { number, text };
    } catch {
      throw new LineError(name, number, "不是 UTF-8。", "is not UTF-8.");
    }
  };
  for await (const chunk of createReadStream(location, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      length += end - start;
      if (length > LINE_MAX_BYTES) break;
      start = end + 1;
      yield line();
    }
    if (length <= LINE_MAX_BYTES && start < chunk.length) {
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
    }
    if (length > LINE_MAX_BYTES)
      throw new LineError(
        name,
        number + 1,
        `超过 ${LINE_MAX_BYTES} 字节。`,
        `is longer than ${LINE_MAX_BYTES} bytes.`,
      );
  }
  if (length > 0)
    throw new LineError(name, number + 1, "没有结尾，文件不完整。", "has no end; the file was cut off.");
  return { records: number, sha256: hash.digest("hex") };
}

/** Writes a file line by line. */
export class LineWriter {
  private readonly hash = createHash("sha256");
  private readonly stream: WriteStream;
  private buffer: string[] = [];
  private length = 0;
  private records = 0;

  constructor(location: string) {
    this.stream = createWriteStream(location, { flush: true });
  }

  /** Appends a line, which has no line break. */
  async append(text: string): Promise<void> {
    this.buffer.push(text, "\n");
    this.length += text.length + 1;
    this.records++;
    if (this.length >= BUFFER_LENGTH) await this.send();
  }

  /** Ends the file. */
  async end(): Promise<Sum> {
    await this.send();
    this.stream.end();
    await finished(this.stream);
    return { records: this.records, sha256: this.hash.digest("hex") };
  }

  private async send(): Promise<void> {
    const bytes = Buffer.from(this.buffer.join(""));
    this.buffer = [];
    this.length = 0;
    this.hash.update(bytes);
    if (!this.stream.write(bytes)) await once(this.stream, "drain");
  }
}

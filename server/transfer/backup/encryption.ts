import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { promisify } from "node:util";
import { BackupError } from "./format.ts";

/** First bytes of an encrypted backup. */
const MAGIC = Buffer.from("LUNTAN-BACKUP-1\n");
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** Plain bytes of each piece but the last. */
const PIECE_BYTES = 65_536;
/** Cost of a guess: about half a second and 128 MB. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
/** Shortest passphrase. */
const PASSPHRASE_MIN = 10;

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

/** Length of the prefix that tells an encrypted backup from a plain one. */
export const PREFIX_BYTES = MAGIC.length + SALT_BYTES;

/** True if a file with these first bytes is encrypted. */
export function isEncrypted(prefix: Buffer): boolean {
  return prefix.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Begins to encrypt. @returns the bytes that come first, and the stream for the rest */
export async function encryption(passphrase: string): Promise<{ prefix: Buffer; stream: Transform }> {
  if (passphrase.length < PASSPHRASE_MIN)
    throw new Error(`The passphrase is too short: it needs ${PASSPHRASE_MIN} characters.`);
  const prefix = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)]);
  return { prefix, stream: new Encryption(await keyOf(passphrase, prefix), prefix) };
}

/** Begins to decrypt what comes after the prefix. */
export async function decryption(passphrase: string, prefix: Buffer): Promise<Transform> {
  return new Decryption(await keyOf(passphrase, prefix), prefix);
}

function keyOf(passphrase: string, prefix: Buffer): Promise<Buffer> {
  return derive(passphrase.normalize("NFC"), prefix.subarray(MAGIC.length), KEY_BYTES, SCRYPT);
}

/** Cuts a stream into pieces of one length, each with its number; the last one is marked, so that truncation is detected. */
abstract class Pieces extends Transform {
  private waiting: Buffer[] = [];
  private length = 0;
  private number = 0;

  protected constructor(
    private readonly pieceBytes: number,
    protected readonly key: Buffer,
    protected readonly prefix: Buffer,
  ) {
    super();
  }

  protected abstract turn(piece: Buffer, nonce: Buffer): Buffer;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.waiting.push(chunk);
    this.length += chunk.length;
    try {
      // The last piece is known as such only at the end, so that one always waits.
      if (this.length > this.pieceBytes) {
        let bytes = Buffer.concat(this.waiting);
        for (; bytes.length > this.pieceBytes; bytes = bytes.subarray(this.pieceBytes))
          this.push(this.turn(bytes.subarray(0, this.pieceBytes), this.nonce(false)));
        this.waiting = [bytes];
        this.length = bytes.length;
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.turn(Buffer.concat(this.waiting), this.nonce(true)));
    } catch (error) {
      done(error as Error);
    }
  }

  private nonce(isLast: boolean): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUIntBE(this.number++, 0, 6);
    nonce[NONCE_BYTES - 1] = Number(isLast);
    return nonce;
  }
}

class Encryption extends Pieces {
  constructor(key: Buffer, prefix: Buffer) {
    super(PIECE_BYTES, key, prefix);
  }

  protected turn(piece: Buffer, nonce: Buffer): Buffer {
    const cipher = createCipheriv("aes-256-gcm", this.key, nonce).setAAD(this.prefix);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

class Decryption extends Pieces {
  private isBegun = false;

  constructor(key: Buffer, prefix: Buffer) {
    super(PIECE_BYTES + TAG_BYTES, key, prefix);
  }

  protected turn(piece: Buffer, nonce: Buffer): Buffer {
    const end = piece.length - TAG_BYTES;
    try {
      const cipher = createDecipheriv("aes-256-gcm", this.key, nonce).setAAD(this.prefix);
      cipher.setAuthTag(piece.subarray(Math.max(0, end)));
      const plain = Buffer.concat([cipher.update(piece.subarray(0, Math.max(0, end))), cipher.final()]);
      this.isBegun = true;
      return plain;
    } catch (error) {
      const reason = this.isBegun
        ? "The backup is damaged: it was cut off or changed after it was written."
        : "The passphrase is not that of this backup, or the backup is damaged.";
      throw new BackupError(reason, { cause: error });
    }
  }
}

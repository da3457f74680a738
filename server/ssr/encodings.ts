import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";

/** Encodings of pages that a browser takes. */
export interface AcceptedEncodings {
  readonly br: boolean;
  readonly gzip: boolean;
}

/** A body as it is sent; "identity" is not compressed. */
export interface SentBody {
  readonly encoding: "br" | "gzip" | "identity";
  readonly body: Buffer;
}

/** Smaller pages fit one packet anyway. */
const COMPRESS_FROM_BYTES = 1_400;
const GZIP_LEVEL = 5;
/** Hits of a page before it is compressed further: most pages are asked for once or twice. */
const BROTLI_FROM_HITS = 4;
/** Five is a seventh smaller than gzip for about the same work; more costs a multiple. */
const BROTLI_QUALITY = 5;
const zip = promisify(gzip);
const unzip = promisify(gunzip);
const brotli = promisify(brotliCompress);

const REFUSED = { br: /\bbr ?; ?q=0(?![.\d]*[1-9])/, gzip: /\bgzip ?; ?q=0(?![.\d]*[1-9])/ };

/** Reads which encodings a browser takes; `q=0` is a refusal. */
export function acceptedEncodings(header: string | string[] | undefined): AcceptedEncodings {
  const written = String(header ?? "").toLowerCase();
  return {
    br: /\bbr\b/.test(written) && !REFUSED.br.test(written),
    gzip: /\bgzip\b/.test(written) && !REFUSED.gzip.test(written),
  };
}

/** Compresses a page that is sent once. */
export async function encodeOnce(text: string, accepted: AcceptedEncodings): Promise<SentBody> {
  const body = Buffer.from(text);
  if (!accepted.gzip || body.length < COMPRESS_FROM_BYTES) return { encoding: "identity", body };
  return { encoding: "gzip", body: await zip(body, { level: GZIP_LEVEL }) };
}

/** Brotli takes a processor for a while, so one page is compressed further at a time. */
let isBusy = false;

/** A body of a cached page: compressed, in Brotli too once it is asked for often; the plain one is made anew. */
export class EncodedBody {
  private brotlied: Buffer | null = null;
  private hits = 0;

  private constructor(
    private readonly zipped: Buffer | null,
    private readonly plain: Buffer | null,
  ) {}

  /** Compresses a text. */
  static async of(text: string): Promise<EncodedBody> {
    const plain = Buffer.from(text);
    if (plain.length < COMPRESS_FROM_BYTES) return new EncodedBody(null, plain);
    return new EncodedBody(await zip(plain, { level: GZIP_LEVEL }), null);
  }

  /** Memory that it takes, in bytes. */
  get size(): number {
    return (this.zipped ?? this.plain!).length + (this.brotlied?.length ?? 0);
  }

  /** Gives the body in the smallest encoding that is made already and that the browser takes. */
  async as({ br, gzip }: AcceptedEncodings): Promise<SentBody> {
    if (!this.zipped) return { encoding: "identity", body: this.plain! };
    if (br && this.brotlied) return { encoding: "br", body: this.brotlied };
    if (gzip) return { encoding: "gzip", body: this.zipped };
    return { encoding: "identity", body: await unzip(this.zipped) };
  }

  /**
   * Counts a hit of a browser that takes Brotli, and adds that after some of them.
   *
   * @returns true if it was added and takes memory now
   */
  async compressFurther(): Promise<boolean> {
    if (!this.zipped || this.brotlied || ++this.hits < BROTLI_FROM_HITS || isBusy) return false;
    isBusy = true;
    try {
      const plain = await unzip(this.zipped);
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
      const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: plain.length };
      this.brotlied = await brotli(plain, { params });
      return true;
    } finally {
      isBusy = false;
    }
  }
}

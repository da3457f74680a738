import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Message as a worker is handed it. */
export interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly lang: string;
}

/** Request that a push service was asked to pass on. */
interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A push service on loopback: it takes what is pushed, or refuses it as it is told. */
export class PushService {
  readonly requests: Request[] = [];
  /** Answer of endpoints that take nothing. */
  readonly answers = new Map<string, number>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<PushService> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const path = request.url!;
        service.requests.push({ path, headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(service.answers.get(path) ?? 201).end();
      });
    });
    const service = new PushService(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A browser that has just subscribed here. */
  browser(): PushBrowser {
    return new PushBrowser(this, `/wpush/${randomBytes(12).toString("base64url")}`);
  }

  close(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

/** A browser with the keys of its subscription: it alone can read what is pushed to it. */
export class PushBrowser {
  private readonly ecdh: ECDH = createECDH("prime256v1");
  private readonly secret = randomBytes(16);

  constructor(
    private readonly service: PushService,
    readonly path: string,
  ) {
    this.ecdh.generateKeys();
  }

  /** Input of `subscribePush`. */
  get subscription(): { endpoint: string; p256dh: string; auth: string } {
    return {
      endpoint: this.service.origin + this.path,
      p256dh: this.ecdh.getPublicKey().toString("base64url"),
      auth: this.secret.toString("base64url"),
    };
  }

  /** Requests that were pushed to this browser, in the order of coming. */
  get requests(): Request[] {
    return this.service.requests.filter(({ path }) => path === this.path);
  }

  /** Messages as the worker is handed them. */
  get pushed(): Pushed[] {
    return this.requests.map(({ body }) => JSON.parse(this.decrypt(body)) as Pushed);
  }

  /** Its endpoint answers so from now on. */
  answer(status: number): void {
    this.service.answers.set(this.path, status);
  }

  /** Opens a message of one record (RFC 8188, RFC 8291). */
  private decrypt(message: Buffer): string {
    const salt = message.subarray(0, 16);
    const keyLength = message[20]!;
    const sender = message.subarray(21, 21 + keyLength);
    const sealed = message.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.ecdh.getPublicKey(), sender]);
    const ikm = Buffer.from(hkdfSync("sha256", this.ecdh.computeSecret(sender), this.secret, info, 32));
    const key = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: nonce\0", 12));
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }
}

/** Claims of a site about itself to a push service (RFC 8292). */
export interface Claims {
  readonly aud: string;
  readonly sub: string;
  readonly exp: number;
}

/** Reads the proof of a request. @throws {Error} if it is not signed by the key that it names */
export function claimsOf(authorization: string): { claims: Claims; publicKey: string } {
  const [, token, publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey!, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const [head, body, signature] = token!.split(".");
  const bytes = Buffer.from(signature!, "base64url");
  if (!verify("sha256", Buffer.from(`${head}.${body}`), { key, dsaEncoding: "ieee-p1363" }, bytes))
    throw new Error("The proof is not signed by the key that it names.");
  return {
    claims: JSON.parse(Buffer.from(body!, "base64url").toString()) as Claims,
    publicKey: publicKey!,
  };
}

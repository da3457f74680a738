import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** The bytes of a text in base32, as an authenticator reads them from its QR code. */
export function bytesOfBase32(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

const FLAG = {
  userPresent: 0x01,
  userVerified: 0x04,
  canBackUp: 0x08,
  isBackedUp: 0x10,
  hasKey: 0x40,
} as const;

/** The answer of a browser, before it is sent as JSON. */
export interface Assertion {
  id: string;
  rawId: string;
  type: string;
  response: Record<string, unknown>;
  clientExtensionResults: object;
}

interface Options {
  /** Page on which the browser asks. */
  origin: string;
  /** Site that the key is for, as the browser says it. */
  rpId?: string;
  /** Finger or PIN was checked. */
  isVerified?: boolean;
  /** Number of signatures that it reports. */
  counter?: number;
}

/** An authenticator in software with one key (ES256), as WebAuthn level 2 describes it. */
export class SoftwareAuthenticator {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(32);
  userHandle = "";

  /** Makes the key for the options of a site. */
  create(optionsJson: string, { origin, rpId, isVerified = true, counter = 0 }: Options): string {
    const { challenge, rp, user } = JSON.parse(optionsJson) as {
      challenge: string;
      rp: { id: string };
      user: { id: string };
    };
    this.userHandle = user.id;
    const { x, y } = this.keys.publicKey.export({ format: "jwk" });
    const coordinate = (text: string): Buffer => Buffer.concat([hex("5820"), Buffer.from(text, "base64url")]);
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = Buffer.concat([hex("a5010203262001"), hex("21"), coordinate(x!), hex("22"), coordinate(y!)]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const head = headOf(rpId ?? rp.id, FLAG.hasKey | flagsOf(isVerified), counter);
    const authData = Buffer.concat([head, Buffer.alloc(16), length, this.id, key]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestation = Buffer.concat([
      hex("a363666d74646e6f6e656761747453746d74a0686175746844617461"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.answer({
      clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal", "hybrid"],
    });
  }

  /** Signs the challenge of a site. */
  get(optionsJson: string, { origin, rpId, isVerified = true, counter = 0 }: Options): string {
    const { challenge, rpId: asked } = JSON.parse(optionsJson) as { challenge: string; rpId: string };
    const authData = headOf(rpId ?? asked, flagsOf(isVerified), counter);
    const client = clientData("webauthn.get", challenge, origin);
    const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
    return this.answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: createSign("sha256").update(signed).sign(this.keys.privateKey).toString("base64url"),
      userHandle: this.userHandle,
    });
  }

  private answer(response: Record<string, unknown>): string {
    const id = this.id.toString("base64url");
    const answer: Assertion = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
    return JSON.stringify(answer);
  }
}

const hex = (text: string): Buffer => Buffer.from(text, "hex");
const flagsOf = (isVerified: boolean): number =>
  FLAG.userPresent | FLAG.canBackUp | FLAG.isBackedUp | (isVerified ? FLAG.userVerified : 0);

function headOf(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

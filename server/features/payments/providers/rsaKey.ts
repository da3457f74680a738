import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { PaymentError } from "./provider.ts";

/** Reads an RSA key in any of the forms that the tools of providers write. @throws {PaymentError} if it is none */
export function readRsaKey(text: string, kind: "private" | "public"): KeyObject {
  const key = Buffer.from(text.replace(/-----[^-]+-----/g, "").replace(/\s/g, ""), "base64");
  for (const type of kind === "private" ? (["pkcs8", "pkcs1"] as const) : (["spki", "pkcs1"] as const)) {
    try {
      if (kind === "private") return createPrivateKey({ key, format: "der", type: type as "pkcs8" });
      return createPublicKey({ key, format: "der", type: type as "spki" });
    } catch {
      continue;
    }
  }
  throw new PaymentError("away", "BAD_KEY");
}

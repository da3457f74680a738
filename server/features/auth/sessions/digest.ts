import { hash } from "node:crypto";

/** Hashes a secret as it is stored and looked up: SHA-256 as hex. */
export function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}

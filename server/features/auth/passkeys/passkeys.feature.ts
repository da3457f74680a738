import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { Passkey } from "./passkey.entity.ts";
import { PasskeyResolver } from "./passkey.resolver.ts";

/** Signing in with passkeys (WebAuthn), which devices and key chains of members hold. */
export const passkeys: Feature = {
  name: "auth/passkeys",
  entities: [Passkey],
  resolvers: [PasskeyResolver],
  erasureHooks: [eraseRows("auth/passkeys", Passkey)],
};

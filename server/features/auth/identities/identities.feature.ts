import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { Identity } from "./identity.entity.ts";
import { IdentityProvider } from "./identityProvider.entity.ts";
import { IdentityResolver } from "./identity.resolver.ts";
import { ProviderResolver } from "./provider.resolver.ts";
import { sealedProviders } from "./provider.service.ts";

/** Signing in by OpenID providers, which administrators set up. */
export const identities: Feature = {
  name: "auth/identities",
  entities: [IdentityProvider, Identity],
  resolvers: [ProviderResolver, IdentityResolver],
  sealed: [sealedProviders],
  erasureHooks: [eraseRows("auth/identities", Identity)],
};

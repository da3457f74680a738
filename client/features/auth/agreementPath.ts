import type { AgreementKind } from "../../gql/graphql.ts";

/** How addresses name the agreements. */
const TYPES = { TERMS: "register", PRIVACY: "privacy" } as const satisfies Record<AgreementKind, string>;

/** Where an agreement is read. */
export function agreementPath(kind: AgreementKind): string {
  return `/user/agreement?type=${TYPES[kind]}`;
}

/** The agreement that an address names; the terms unless it says otherwise. */
export function agreementOf(search: URLSearchParams): AgreementKind {
  return search.get("type") === TYPES.PRIVACY ? "PRIVACY" : "TERMS";
}

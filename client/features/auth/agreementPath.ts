import type { AgreementKind } from "../../gql/graphql.ts";

/** Values of `?type=` in addresses, by kind of agreement. */
const TYPES = { TERMS: "register", PRIVACY: "privacy" } as const satisfies Record<AgreementKind, string>;

/** Builds the address of an agreement. */
export function agreementPath(kind: AgreementKind): string {
  return `/user/agreement?type=${TYPES[kind]}`;
}

/** The agreement that an address names; the terms unless it says otherwise. */
export function agreementOf(search: URLSearchParams): AgreementKind {
  return search.get("type") === TYPES.PRIVACY ? "PRIVACY" : "TERMS";
}

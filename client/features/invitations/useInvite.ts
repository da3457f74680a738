import { useEffect, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import type { InviteQuery } from "../../gql/graphql.ts";
import { useInviteQuery } from "../../gql/hooks.ts";
import { forgetInvite, INVITE_PARAMETER, rememberedInvite, rememberInvite } from "./inviteCode.ts";

graphql(`
  query Invite($code: String!) {
    site {
      registerNeedsInvitation
    }
    invitation(code: $code) {
      code
      inviterName
      groupName
      isOfficial
    }
  }
`);

/** A code on its way from a link to a registration. */
export interface Invite {
  /** The code to register with; null without one. */
  readonly code: string | null;
  readonly preview: InviteQuery["invitation"];
  /** It was looked up, and does not work. */
  readonly isWrong: boolean;
  /** The site lets nobody in without a code. */
  readonly isNeeded: boolean;
  /** Takes another code, remembers and looks it up; empty for none. */
  apply(code: string): void;
}

/** Gives the code of an address as the server asks for it. */
export function inviteIn(search: URLSearchParams): string {
  return (search.get(INVITE_PARAMETER) ?? "").trim().slice(0, 64);
}

const unchanging = () => () => undefined;
/** The server knows no browser's memory. */
const none = (): string => "";

/** The code of the address, else the one that this browser remembers, and what it is worth. */
export function useInvite(): Invite {
  const [search] = useSearchParams();
  const given = inviteIn(search);
  const remembered = useSyncExternalStore(unchanging, rememberedInvite, none);
  const [typed, setTyped] = useState<string | null>(null);
  const code = typed ?? (given || remembered);
  useEffect(() => {
    if (given) rememberInvite(given);
  }, [given]);
  const { data } = useInviteQuery({ variables: { code }, fetchPolicy: "cache-and-network" });
  const preview = data?.invitation ?? null;
  return {
    code: code || null,
    preview,
    isWrong: code !== "" && data !== undefined && !preview,
    isNeeded: data?.site.registerNeedsInvitation ?? false,
    apply(next) {
      const trimmed = next.trim();
      setTyped(trimmed);
      if (trimmed) rememberInvite(trimmed);
      else forgetInvite();
    },
  };
}

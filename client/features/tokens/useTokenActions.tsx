import { lazy, type ReactNode, Suspense, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import {
  useCreateAccessTokenMutation,
  useCreateApplicationTokenMutation,
  useRevokeAccessTokenMutation,
  useRotateAccessTokenMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { act } from "../../ui/act.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { inputOf, type TokenDraft } from "./tokenDraft.ts";
import { tokensTexts } from "./tokens.texts.ts";

const TokenDialog = lazy(() => import("./TokenDialog.tsx").then((m) => ({ default: m.TokenDialog })));
const TokenSecret = lazy(() => import("./TokenSecret.tsx").then((m) => ({ default: m.TokenSecret })));

graphql(`
  mutation CreateAccessToken($input: AccessTokenInput!) {
    createAccessToken(input: $input) {
      secret
    }
  }
`);
graphql(`
  mutation CreateApplicationToken($input: ApplicationTokenInput!) {
    createApplicationToken(input: $input) {
      secret
    }
  }
`);
graphql(`
  mutation RotateAccessToken($tokenId: ID!) {
    rotateAccessToken(tokenId: $tokenId) {
      secret
    }
  }
`);
graphql(`
  mutation RevokeAccessToken($tokenId: ID!) {
    revokeAccessToken(tokenId: $tokenId)
  }
`);

/** A token as its buttons need it. */
interface Named {
  id: string;
  name: string;
}

interface TokenActions {
  create: () => void;
  rotate: (token: Named) => Promise<void>;
  revoke: (token: Named) => Promise<void>;
  /** Dialogs, which belong into the page. */
  dialogs: ReactNode;
}

/** Gives the actions on tokens: one's own, or those of applications. */
export function useTokenActions(isOfSite: boolean, onChanged: () => Promise<unknown>): TokenActions {
  const t = useTexts(tokensTexts);
  const confirm = useConfirm();
  const [proven, proof] = useProven();
  const [createOwn] = useCreateAccessTokenMutation();
  const [createOfSite] = useCreateApplicationTokenMutation();
  const [rotate] = useRotateAccessTokenMutation();
  const [revoke] = useRevokeAccessTokenMutation();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  const show = (issued: string) => {
    setAsking(false);
    setSecret(issued);
  };
  const create = (draft: TokenDraft) =>
    act(
      async () => {
        const input = inputOf(draft);
        if (isOfSite) {
          const variables = { input: { ...input, userId: draft.userId.trim() } };
          const { data } = await proven(() => createOfSite({ variables }));
          show(data!.createApplicationToken.secret);
        } else {
          const { data } = await proven(() => createOwn({ variables: { input } }));
          show(data!.createAccessToken.secret);
        }
      },
      { done: t.made, reread: onChanged },
    );
  return {
    create: () => setAsking(true),
    async rotate({ id, name }) {
      if (!(await confirm({ title: t.rotateOf(name), text: t.rotateText, action: t.rotate }))) return;
      await act(
        async () => {
          const { data } = await proven(() => rotate({ variables: { tokenId: id } }));
          show(data!.rotateAccessToken.secret);
        },
        { reread: onChanged, key: `rotateAccessToken ${id}` },
      );
    },
    async revoke({ id, name }) {
      const question = { title: t.revokeOf(name), text: t.revokeText, action: t.revoke, danger: true };
      if (!(await confirm(question))) return;
      await act(() => revoke({ variables: { tokenId: id } }), {
        done: t.revoked,
        reread: onChanged,
        key: `revokeAccessToken ${id}`,
      });
    },
    dialogs: (
      <Suspense fallback={null}>
        {isAsking && <TokenDialog isOfSite={isOfSite} onSave={create} onClose={() => setAsking(false)} />}
        {secret !== null && <TokenSecret secret={secret} onClose={() => setSecret(null)} />}
        {proof}
      </Suspense>
    ),
  };
}

import { graphql } from "../../gql/gql.ts";
import { useRevokeInvitationMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { invitationTexts } from "./invitations.texts.ts";

graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id) {
      id
      state
    }
  }
`);

/** Revokes a code after a question. */
export function useRevoke(): (invitation: { id: string; code: string }) => Promise<void> {
  const t = useTexts(invitationTexts);
  const [revoke] = useRevokeInvitationMutation();
  const confirm = useConfirm();
  return async ({ id, code }) => {
    const question = { title: t.revokeOf(code), text: t.revokeText, action: t.revoke, danger: true };
    if (!(await confirm(question))) return;
    await act(() => revoke({ variables: { id } }), { done: t.revoked });
  };
}

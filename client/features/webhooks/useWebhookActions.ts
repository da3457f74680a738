import { graphql } from "../../gql/gql.ts";
import {
  useCreateWebhookMutation,
  useDeleteWebhookMutation,
  useEditWebhookMutation,
  useRotateWebhookSecretMutation,
  useSetWebhookEnabledMutation,
  useTestWebhookMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import type { WebhookDraft } from "./WebhookDialog.tsx";
import { webhooksTexts } from "./webhooks.texts.ts";

graphql(`
  mutation CreateWebhook($url: String!, $events: [WebhookEvent!]!) {
    createWebhook(url: $url, events: $events) {
      secret
    }
  }
`);
graphql(`
  mutation EditWebhook($webhookId: ID!, $url: String!, $events: [WebhookEvent!]!) {
    editWebhook(webhookId: $webhookId, url: $url, events: $events) {
      id
      url
      events
    }
  }
`);
graphql(`
  mutation RotateWebhookSecret($webhookId: ID!) {
    rotateWebhookSecret(webhookId: $webhookId) {
      secret
    }
  }
`);
graphql(`
  mutation SetWebhookEnabled($webhookId: ID!, $isEnabled: Boolean!) {
    setWebhookEnabled(webhookId: $webhookId, isEnabled: $isEnabled) {
      id
      isEnabled
      offReason
      failingSince
    }
  }
`);
graphql(`
  mutation DeleteWebhook($webhookId: ID!) {
    deleteWebhook(webhookId: $webhookId)
  }
`);
graphql(`
  mutation TestWebhook($webhookId: ID!) {
    testWebhook(webhookId: $webhookId) {
      id
    }
  }
`);

interface WebhookActions {
  /** Gives the secret; undefined if it failed, which has been told. */
  create: (draft: WebhookDraft) => Promise<string | undefined>;
  edit: (webhookId: string, draft: WebhookDraft) => Promise<true | undefined>;
  /** Asks first. Gives the new secret. */
  rotate: (webhookId: string, host: string) => Promise<string | undefined>;
  setEnabled: (webhookId: string, isEnabled: boolean) => Promise<unknown>;
  /** Asks first. */
  remove: (webhookId: string, host: string) => Promise<unknown>;
  test: (webhookId: string) => Promise<true | undefined>;
}

/** Gives the actions on webhooks. */
export function useWebhookActions(onChanged: () => Promise<unknown>): WebhookActions {
  const t = useTexts(webhooksTexts);
  const confirm = useConfirm();
  const [create] = useCreateWebhookMutation();
  const [edit] = useEditWebhookMutation();
  const [rotate] = useRotateWebhookSecretMutation();
  const [setEnabled] = useSetWebhookEnabledMutation();
  const [remove] = useDeleteWebhookMutation();
  const [test] = useTestWebhookMutation();
  const variablesOf = ({ url, events }: WebhookDraft) => ({ url: url.trim(), events: [...events] });
  return {
    create: (draft) =>
      act(
        async () => {
          const { data } = await create({ variables: variablesOf(draft) });
          return data!.createWebhook.secret;
        },
        { done: t.added, reread: onChanged },
      ),
    edit: (webhookId, draft) =>
      act(
        async () => {
          await edit({ variables: { webhookId, ...variablesOf(draft) } });
          return true as const;
        },
        { done: t.saved },
      ),
    async rotate(webhookId, host) {
      if (!(await confirm({ title: t.rotateOf(host), text: t.rotateText, action: t.rotate })))
        return undefined;
      return act(
        async () => {
          const { data } = await rotate({ variables: { webhookId } });
          return data!.rotateWebhookSecret.secret;
        },
        { reread: onChanged, key: `rotateWebhookSecret ${webhookId}` },
      );
    },
    setEnabled: (webhookId, isEnabled) =>
      act(() => setEnabled({ variables: { webhookId, isEnabled } }), {
        done: isEnabled ? t.switchedOn : t.switchedOff,
        key: `webhook ${webhookId}`,
      }),
    async remove(webhookId, host) {
      const question = { title: t.removeOf(host), text: t.removeText, action: t.remove, danger: true };
      if (!(await confirm(question))) return undefined;
      return act(() => remove({ variables: { webhookId } }), {
        done: t.removed,
        reread: onChanged,
        key: `deleteWebhook ${webhookId}`,
      });
    },
    test: (webhookId) =>
      act(
        async () => {
          await test({ variables: { webhookId } });
          return true as const;
        },
        { done: t.tested, key: `testWebhook ${webhookId}` },
      ),
  };
}

import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { TokenSecret } from "../tokens/TokenSecret.tsx";
import { NEW_WEBHOOK, WebhookDialog, type WebhookDraft } from "./WebhookDialog.tsx";
import { chosenOf } from "./webhookEvents.ts";
import { WebhookLog } from "./WebhookLog.tsx";
import { hostOf, type OpenDialog, type WebhookRow } from "./webhookRow.ts";
import { webhooksTexts } from "./webhooks.texts.ts";

interface Props {
  open: OpenDialog;
  webhooks: readonly WebhookRow[];
  onSave: (draft: WebhookDraft) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog that is open; loaded with the first one. */
export function WebhookDialogs({ open, webhooks, onSave, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const common = useTexts(commonTexts);
  if (open.kind === "secret") {
    const words = { title: t.secretTitle, text: t.secretText, label: t.secret };
    return <TokenSecret secret={open.secret} words={words} onClose={onClose} />;
  }
  if (open.kind === "new") {
    return (
      <WebhookDialog title={t.add} action={t.add} webhook={NEW_WEBHOOK} onSave={onSave} onClose={onClose} />
    );
  }
  const webhook = webhooks.find(({ id }) => id === open.id);
  if (!webhook) return null;
  const host = hostOf(webhook);
  return open.kind === "log" ? (
    <WebhookLog webhookId={webhook.id} title={t.logOf(host)} isCalled={webhook.isEnabled} onClose={onClose} />
  ) : (
    <WebhookDialog
      title={t.editOf(host)}
      action={common.save}
      webhook={{ url: webhook.url, events: chosenOf(webhook.events) }}
      onSave={onSave}
      onClose={onClose}
    />
  );
}

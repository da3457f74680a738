import { graphql } from "../../../gql/gql.ts";
import { useSendTestNotificationMutation } from "../../../gql/hooks.ts";
import { useLocale, useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconSend } from "../../../ui/icons.tsx";
import { deliveryTexts } from "./delivery.texts.ts";
import type { Channel } from "./templateDraft.ts";

graphql(`
  mutation SendTestNotification($kind: String!, $channel: NotificationChannel!, $locale: String!) {
    sendTestNotification(kind: $kind, channel: $channel, locale: $locale) {
      sent
      error
      address
    }
  }
`);

interface Props {
  kind: string;
  channel: Channel;
  /** Nothing of the template waits to be saved: what is sent is what is shown. */
  isSaved: boolean;
}

/** Sends a notification with samples to the administrator themself, in the language of the page. */
export function TestButton({ kind, channel, isSaved }: Props) {
  const t = useTexts(deliveryTexts);
  const locale = useLocale();
  const { act, isBusy } = useAct();
  const [send] = useSendTestNotificationMutation();
  const run = async () => {
    await act(() => send({ variables: { kind, channel, locale } }), {
      done({ data }) {
        const { sent, error, address } = data!.sendTestNotification;
        return sent ? t.testSent(address) : { type: "error", message: t.errorOf(error) };
      },
    });
  };
  return (
    <Button
      size="sm"
      icon={<IconSend size={16} />}
      loading={isBusy}
      disabled={!isSaved}
      title={isSaved ? undefined : t.testUnsaved}
      onClick={() => void run()}
    >
      {t.test}
    </Button>
  );
}

import { useForm } from "@mantine/form";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { CHOSEN_EVENTS, type ChosenEvent, wireName } from "./webhookEvents.ts";
import { webhookEventTexts, webhooksTexts } from "./webhooks.texts.ts";

/** Values of the form. */
export interface WebhookDraft {
  url: string;
  events: readonly ChosenEvent[];
}

/** Form of a webhook that is yet to be added. */
export const NEW_WEBHOOK: WebhookDraft = { url: "", events: ["THREAD_CREATED", "POST_CREATED"] };

interface Props {
  title: string;
  action: string;
  webhook: WebhookDraft;
  onSave: (draft: WebhookDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the address of a webhook, and the events that it is called for. */
export function WebhookDialog({ title, action, webhook, onSave, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const common = useTexts(commonTexts);
  const form = useForm<WebhookDraft>({
    initialValues: webhook,
    validate: {
      // Forums that are tried out call their own machine, so the rest is for the server to say.
      url: (value) => (/^https?:\/\/./i.test(value.trim()) ? null : t.urlNeeded),
      events: (value) => (value.length === 0 ? t.eventsNeeded : null),
    },
  });
  const { url, events } = form.values;
  const choose = (chosen: readonly ChosenEvent[]) => form.setFieldValue("events", chosen);
  return (
    <Sheet title={title} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={form.onSubmit(onSave)} aria-label={title} noValidate>
        <Field
          label={t.url}
          hint={t.urlHint}
          value={url}
          onValue={(value) => form.setFieldValue("url", value)}
          error={(form.errors["url"] as string | undefined) ?? null}
          inputMode="url"
          autoComplete="off"
          required
          data-autofocus
        />
        <div className={classes.pair}>
          <Events label={t.ofThreads} kind="THREAD" chosen={events} onChosen={choose} />
          <Events label={t.ofPosts} kind="POST" chosen={events} onChosen={choose} />
        </div>
        {form.errors["events"] && <p role="alert">{form.errors["events"]}</p>}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {action}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface EventsProps {
  label: string;
  kind: "THREAD" | "POST";
  chosen: readonly ChosenEvent[];
  onChosen: (events: readonly ChosenEvent[]) => void;
}

/** Events of threads, or of replies. */
function Events({ label, kind, chosen, onChosen }: EventsProps) {
  const names = useTexts(webhookEventTexts);
  return (
    <fieldset className={classes.part}>
      <legend>{label}</legend>
      {CHOSEN_EVENTS.filter((event) => event.startsWith(kind)).map((event) => (
        <Checkbox
          key={event}
          label={names[event]}
          hint={wireName(event)}
          checked={chosen.includes(event)}
          onChecked={(checked) =>
            onChosen(checked ? [...chosen, event] : chosen.filter((each) => each !== event))
          }
        />
      ))}
    </fieldset>
  );
}

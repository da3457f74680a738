import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useCreateInvitationMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "./Invitations.module.css";
import { invitationTexts } from "./invitations.texts.ts";

graphql(`
  mutation CreateInvitation($input: CreateInvitationInput!) {
    createInvitation(input: $input) {
      id
    }
  }
`);

/** Numbers of uses and days that can be chosen. */
const USES = [1, 5, 10, 50, 100];
const DAYS = [1, 7, 30, 90];

/** Makes a code for so many members and days. */
export function NewCodeForm({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const t = useTexts(invitationTexts);
  const [uses, setUses] = useState("1");
  const [days, setDays] = useState("7");
  const [create] = useCreateInvitationMutation();
  const { act, isBusy } = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { maxUses: Number(uses), days: Number(days) };
    void act(() => create({ variables: { input } }), { done: t.created, reread: onCreated });
  };
  return (
    <form method="post" className={classes.form} onSubmit={submit}>
      <Select
        label={t.uses}
        value={uses}
        choices={USES.map((value) => ({ value: String(value), label: String(value) }))}
        onValue={setUses}
      />
      <Select
        label={t.days}
        value={days}
        choices={DAYS.map((value) => ({ value: String(value), label: t.daysOf(value) }))}
        onValue={setDays}
      />
      <Button type="submit" variant="primary" loading={isBusy}>
        {t.create}
      </Button>
    </form>
  );
}

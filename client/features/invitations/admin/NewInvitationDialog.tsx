import { useForm } from "@mantine/form";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import { useCreateInvitationMutation, useInvitationGroupsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { useWhileMounted } from "../../../ui/useWhileMounted.ts";
import classes from "../../admin/dialogs.module.css";
import own from "../Invitations.module.css";
import { invitationTexts } from "../invitations.texts.ts";
import { invitationsAdminTexts } from "./invitationsAdmin.texts.ts";

graphql(`
  query InvitationGroups {
    groups {
      id
      name
    }
  }
`);

/** Numbers of uses and days that can be chosen; empty for any, and for good. */
const USES = [1, 5, 10, 50, 100, 500, 1000];
const DAYS = [1, 7, 30, 90, 365];
/** Groups that no code leads to: administrators, banned and unpaid members, visitors. */
const CLOSED = new Set(["1", "5", "6", "7"]);

interface Props {
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Makes a code for a group, so many members and so long. */
export function NewInvitationDialog({ onClose, onCreated }: Props) {
  const t = useTexts(invitationsAdminTexts);
  const words = useTexts(invitationTexts);
  const form = useForm({ initialValues: { groupId: "", uses: "1", days: "7", isOfficial: false } });
  const [create] = useCreateInvitationMutation();
  const { data } = useInvitationGroupsQuery(typeof window === "undefined" ? skipToken : {});
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const { groupId, uses, days, isOfficial } = form.values;
  const groups = (data?.groups ?? []).filter(({ id }) => !CLOSED.has(id));
  const submit = form.onSubmit(async () => {
    const numberOf = (value: string): number | null => (value === "" ? null : Number(value));
    const input = { groupId: groupId || null, maxUses: numberOf(uses), days: numberOf(days), isOfficial };
    await act(
      async () => {
        await create({ variables: { input } });
        closeOwn();
      },
      { done: words.created, reread: onCreated },
    );
  });
  return (
    <Sheet title={t.add} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <Select
          label={t.group}
          value={groupId}
          choices={[
            { value: "", label: t.defaultGroup },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(value) => form.setFieldValue("groupId", value)}
        />
        <Select
          label={words.uses}
          value={uses}
          choices={[
            ...USES.map((value) => ({ value: String(value), label: String(value) })),
            { value: "", label: words.anyUses },
          ]}
          onValue={(value) => form.setFieldValue("uses", value)}
        />
        <Select
          label={words.days}
          value={days}
          choices={[
            ...DAYS.map((value) => ({ value: String(value), label: words.daysOf(value) })),
            { value: "", label: words.endless },
          ]}
          onValue={(value) => form.setFieldValue("days", value)}
        />
        <Switch
          label={t.official}
          checked={isOfficial}
          onChecked={(value) => form.setFieldValue("isOfficial", value)}
        />
        <p className={own.quiet}>{t.officialHint}</p>
        <div className={own.buttons}>
          <Button type="submit" variant="primary" loading={isBusy}>
            {words.create}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Sheet>
  );
}

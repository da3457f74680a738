import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete } from "@mantine/core";
import { useForm } from "@mantine/form";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import { useAdjustCandidatesQuery, useAdjustWalletMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { moneyText, moneyTyped } from "../../../platform/money.ts";
import { useAct } from "../../../ui/act.ts";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { useWhileMounted } from "../../../ui/useWhileMounted.ts";
import classes from "../../admin/dialogs.module.css";
import { FormFoot } from "../../admin/FormFoot.tsx";
import { fundsTexts } from "./funds.texts.ts";

/** Longest reason, in characters. */
const REASON_MAX = 200;

graphql(`
  query AdjustCandidates($query: String!) {
    users(query: $query, first: 10) {
      nodes {
        id
        nickname
        wallet {
          id
          balanceCents
          frozenCents
        }
      }
    }
  }
`);
graphql(`
  mutation AdjustWallet($input: AdjustWalletInput!) {
    adjustWallet(input: $input) {
      id
      balanceCents
      frozenCents
    }
  }
`);

interface Props {
  /** Nickname of the member whose movements are shown. */
  nickname: string;
  onClose: () => void;
  onAdjusted: () => Promise<unknown>;
}

/** Gives a member money or takes it back, with a reason, after showing the balance before and after. */
export function AdjustDialog({ nickname, onClose, onAdjusted }: Props) {
  const t = useTexts(fundsTexts);
  const form = useForm({ initialValues: { name: nickname, amount: "", reason: "" } });
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const [adjust] = useAdjustWalletMutation();
  const { name, amount, reason } = form.values;
  const typed = name.trim();
  const query = useAdjustCandidatesQuery(typed ? { variables: { query: typed } } : skipToken);
  const candidates = query.data?.users.nodes ?? [];
  const member = candidates.find((each) => each.nickname === typed);
  const amountCents = moneyTyped(amount);
  const balance = member?.wallet?.balanceCents ?? 0;
  const isTooLow = member !== undefined && amountCents !== null && balance + amountCents < 0;
  const isComplete = member !== undefined && amountCents !== null && !isTooLow && reason.trim() !== "";

  const submit = form.onSubmit(async () => {
    if (!member || amountCents === null || !isComplete) return;
    await act(
      async () => {
        const input = { userId: member.id, amountCents, reason: reason.trim() };
        const { data } = await adjust({ variables: { input } });
        closeOwn();
        return data!.adjustWallet.balanceCents;
      },
      { done: (left) => t.done(member.nickname, moneyText(left)), reread: onAdjusted },
    );
  });
  const differences = isComplete
    ? [
        {
          key: "balance",
          label: t.balanceOf(member.nickname),
          before: moneyText(balance),
          after: moneyText(balance + amountCents),
        },
      ]
    : [];

  return (
    <Sheet title={t.adjust} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <Autocomplete
          {...form.getInputProps("name")}
          label={t.member}
          description={t.memberHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          // Nothing is left to choose once the only candidate is named.
          data={member && candidates.length === 1 ? [] : candidates.map((each) => each.nickname)}
          // The server has searched.
          filter={({ options }) => options}
          data-autofocus
          error={typed !== "" && query.data && candidates.length === 0 ? t.memberMissing : undefined}
        />
        <Field
          label={t.amount}
          inputMode="text"
          value={amount}
          onValue={(value) => form.setFieldValue("amount", value)}
          hint={t.amountHint}
          error={
            isTooLow ? t.tooLow : amount.trim() !== "" && amountCents === null ? t.amountWrong : undefined
          }
        />
        <Field
          label={t.reason}
          value={reason}
          onValue={(value) => form.setFieldValue("reason", value)}
          hint={t.reasonHint}
          maxLength={REASON_MAX}
        />
        <FormFoot differences={differences} isBusy={isBusy} onCancel={onClose} action={t.adjust} />
      </form>
    </Sheet>
  );
}

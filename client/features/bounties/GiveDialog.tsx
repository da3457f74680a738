import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useBountyCardQuery, useGiveBountyMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText, moneyTyped } from "../../platform/money.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../orders/PayBox.module.css";
import { bountyTexts } from "./bounties.texts.ts";

graphql(`
  mutation GiveBounty($input: GiveBountyInput!) {
    giveBounty(input: $input) {
      id
      remainingCents
      giftCount
      state
    }
  }
`);

interface Props {
  threadId: string;
  postId: string;
  onClose(): void;
}

/** Asks how much of the bounty a reply gets. */
export function GiveDialog({ threadId, postId, onClose }: Props) {
  const t = useTexts(bountyTexts);
  const query = useBountyCardQuery({ variables: { id: threadId }, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.giveTitle} onClose={onClose}>
      <QueryView query={query}>
        {({ thread }) => {
          const bounty = thread?.bounty;
          if (bounty?.state !== "OPEN") return <p role="alert">{t.over}</p>;
          return <GiveForm restCents={bounty.remainingCents} postId={postId} onClose={onClose} />;
        }}
      </QueryView>
    </Sheet>
  );
}

interface FormProps {
  restCents: number;
  postId: string;
  onClose(): void;
}

function GiveForm({ restCents, postId, onClose }: FormProps) {
  const t = useTexts(bountyTexts);
  const [give] = useGiveBountyMutation();
  const { act, isBusy } = useAct();
  const [typed, setTyped] = useState("");
  const wanted = moneyTyped(typed);
  const amountCents = wanted !== null && wanted > 0 && wanted <= restCents ? wanted : null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || amountCents === null) return;
    const input = { postId, amountCents };
    const work = async () => {
      await give({
        variables: { input },
        update: (cache) =>
          cache.modify({
            id: cache.identify({ __typename: "Post", id: postId }),
            fields: { bountyCents: (before: unknown) => Number(before) + amountCents },
          }),
      });
      onClose();
    };
    await act(work, { done: t.given(moneyText(amountCents)) });
  }

  return (
    <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <dl className={classes.facts}>
        <dt>{t.rest}</dt>
        <dd className={classes.amount}>{moneyText(restCents)}</dd>
      </dl>
      <Field
        label={t.amount}
        value={typed}
        onValue={setTyped}
        inputMode="decimal"
        autoComplete="off"
        error={typed.trim() !== "" && amountCents === null ? t.giveAmountWrong : null}
      />
      <div>
        <Button size="sm" onClick={() => setTyped(moneyText(restCents).replace(/[^\d.]/g, ""))}>
          {t.all}
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant="primary" loading={isBusy} disabled={amountCents === null}>
          {amountCents === null ? t.giveTitle : t.giveNow(moneyText(amountCents))}
        </Button>
      </div>
    </form>
  );
}

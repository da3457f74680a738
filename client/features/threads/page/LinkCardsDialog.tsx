import { useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useForgetLinkPreviewMutation, useRestoreLinkPreviewMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act, useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { linkCards } from "./linkCards.ts";
import type { ThreadDialogProps } from "./MoveDialog.tsx";
import classes from "./ThreadStaffDialogs.module.css";
import { threadStaffTexts } from "./threadStaff.texts.ts";

graphql(`
  mutation ForgetLinkPreview($url: String!) {
    forgetLinkPreview(input: { url: $url })
  }
`);
graphql(`
  mutation RestoreLinkPreview($url: String!) {
    restoreLinkPreview(input: { url: $url })
  }
`);

/** The undo stays this long, in milliseconds. */
const UNDO_MS = 10_000;

/** Removes the card of a link that the page shows from all texts, for good; it can be taken back. */
export function LinkCardsDialog({ reread, onClose }: ThreadDialogProps) {
  const t = useTexts(threadStaffTexts);
  const common = useTexts(commonTexts);
  const [cards] = useState(linkCards);
  const { act: perform, isBusy } = useAct();
  const [forget] = useForgetLinkPreviewMutation();
  const [restore] = useRestoreLinkPreviewMutation();

  const takeBack = (url: string) =>
    void act(async () => void (await restore({ variables: { url } })), { done: t.cardRestored });
  const remove = (url: string) =>
    void perform(
      async () => {
        await forget({ variables: { url } });
        const action = { label: t.undo, run: () => takeBack(url) };
        showToast({ type: "success", message: t.cardRemoved, durationMs: UNDO_MS, action });
        onClose();
      },
      { reread },
    );
  return (
    <Sheet title={t.linkCardsTitle} onClose={onClose}>
      <p className={classes.text}>{t.linkCardsText}</p>
      <ul className={classes.cards}>
        {cards.map(({ url, title }) => (
          <li key={url} className={classes.card}>
            <span className={classes.cardWords}>
              <bdi className={classes.cardTitle}>{title}</bdi>
              <span className={classes.cardUrl}>{url}</span>
            </span>
            <Button loading={isBusy} onClick={() => remove(url)} aria-label={`${t.removeCard} ${title}`}>
              {t.removeCard}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Sheet>
  );
}

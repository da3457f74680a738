import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { OrderKind } from "../../gql/graphql.ts";
import { useCreateOrderMutation, usePayBoxQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { loginAddress, SHARED_VIEWER_ID, useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconLock } from "../../ui/icons.tsx";
import { MoneyCard } from "../../ui/MoneyCard.tsx";
import { orderTexts } from "./orders.texts.ts";
import classes from "./PayBox.module.css";

const PayDialog = lazy(() => import("./PayDialog.tsx").then((m) => ({ default: m.PayDialog })));

graphql(`
  query PayBox($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      priceCents
      attachmentPriceCents
      paidAttachmentCount
      lockedCharacterCount
      buyerCount
      bodyHtml(previews: true)
      viewerGetsAttachments
      viewerReadsAll
      viewerOrder {
        id
        amountCents
      }
      attachments {
        id
        ...AttachmentList_attachment
      }
    }
  }
`);
graphql(`
  mutation CreateOrder($input: CreateOrderInput!) {
    createOrder(input: $input) {
      id
      amountCents
    }
  }
`);

/** An order that waits for its payment. */
export interface WaitingOrder {
  readonly id: string;
  readonly amountCents: number;
}

/**
 * The way to the rest of a thread with a price, or to its files: the price and a button, or what the viewer has bought.
 * A page has what everybody reads; its question brings the rest for who may read it.
 */
export function PayBox({ threadId, ofFiles }: { threadId: string; ofFiles: boolean }) {
  const t = useTexts(orderTexts);
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const isSettled = viewer === null || viewer.id !== SHARED_VIEWER_ID;
  const query = usePayBoxQuery(
    isSettled ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [order, setOrder] = useState<WaitingOrder | null>(null);
  const thread = query.data?.thread;

  if (!thread) return null;
  const { buyerCount, viewerOrder } = thread;
  const priceCents = thread.priceCents || thread.attachmentPriceCents;
  const buyers = buyerCount > 0 ? [t.buyers(buyerCount)] : [];
  if (ofFiles ? thread.viewerGetsAttachments : thread.viewerReadsAll) {
    const facts = [ofFiles ? t.filesBought : t.bought, moneyText(priceCents), ...buyers];
    return (
      <p className={classes.bought} data-bought>
        {facts.join(" · ")}
      </p>
    );
  }
  const locked = ofFiles ? [] : [t.lockedText(thread.lockedCharacterCount)];

  const buy = () =>
    act(
      async () => {
        const kind: OrderKind = ofFiles ? "ATTACHMENT" : "THREAD";
        const input = { kind, threadId, amountCents: priceCents };
        const { data } = await create({ variables: { input } });
        setOrder(data!.createOrder);
      },
      {
        failed: ({ code }) => {
          if (code !== "PRICE_CHANGED" && code !== "ALREADY_BOUGHT") return undefined;
          void query.refetch();
          return undefined;
        },
      },
    );

  return (
    <>
      <MoneyCard
        kind={ofFiles ? "files" : "sale"}
        label={t.forSale}
        mark={<IconLock size={22} />}
        title={ofFiles ? t.filesLocked(thread.paidAttachmentCount) : t.locked}
        amount={moneyText(priceCents)}
        state={[...locked, ...buyers].join(" · ")}
        action={
          viewer === null ? (
            <Button variant="primary" to={loginAddress(pathname, "pay")}>
              {t.signIn}
            </Button>
          ) : (
            <Button variant="primary" loading={isBusy} onClick={() => void buy()}>
              {viewerOrder?.amountCents === priceCents ? t.goOn : t.buy}
            </Button>
          )
        }
      />
      {order && (
        <Suspense fallback={null}>
          <PayDialog
            order={order}
            onClose={() => {
              setOrder(null);
              void query.refetch();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

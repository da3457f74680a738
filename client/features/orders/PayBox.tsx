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
  const isKnown = viewer !== null && viewer.id !== SHARED_VIEWER_ID;
  const query = usePayBoxQuery(
    isKnown ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [order, setOrder] = useState<WaitingOrder | null>(null);
  const thread = query.data?.thread;

  if (viewer === null)
    return (
      <aside className={classes.box}>
        <p>{ofFiles ? t.filesSold : t.locked}</p>
        <Button variant="primary" to={loginAddress(pathname, "pay")}>
          {t.signIn}
        </Button>
      </aside>
    );
  if (!thread) return null;
  if (ofFiles ? thread.viewerGetsAttachments : thread.viewerReadsAll)
    return <p className={classes.bought}>{ofFiles ? t.filesBought : t.bought}</p>;
  const { viewerOrder } = thread;
  const priceCents = thread.priceCents || thread.attachmentPriceCents;

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
    <aside className={classes.box}>
      <p>{ofFiles ? t.filesLocked(thread.paidAttachmentCount) : t.locked}</p>
      <Button variant="primary" loading={isBusy} onClick={() => void buy()}>
        {viewerOrder?.amountCents === priceCents ? t.goOn : t.buy} {moneyText(priceCents)}
      </Button>
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
    </aside>
  );
}

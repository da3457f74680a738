import { type ReactNode, useRef } from "react";
import type { PublishThreadInput } from "../../gql/graphql.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import type { GiftDrafts } from "../drafts/localDraft.ts";
import { bountyPlanOf } from "../bounties/bountyDraft.ts";
import { questionPlanOf } from "../questions/questionDraft.ts";
import { planOf } from "../red-packets/packetDraft.ts";
import { usePacketPayment } from "../red-packets/usePacketPayment.tsx";

const DAY_MS = 86_400_000;

/** Payment of the money that a new thread comes with. */
export interface GiftPayment {
  /**
   * Asks for the payment of what there is. The same thread once more, after a lost answer, is paid once.
   * @returns the parts of the thread; null if the payment was called off, or a field says what cannot be offered
   */
  payFor(
    gifts: GiftDrafts,
    input: object,
  ): Promise<Pick<PublishThreadInput, "redPacket" | "bounty" | "question"> | null>;
  readonly dialog: ReactNode;
}

/** Asks for the payment of what a new thread comes with. */
export function useGiftPayment(): GiftPayment {
  const { askPin, dialog } = usePacketPayment();
  const paying = useRef({ attempt: "", idempotencyKey: "", from: 0 });
  return {
    async payFor({ redPacket: packet, bounty, question }, input) {
      const packetPlan = packet && planOf(packet);
      const bountyPlan = bounty && bountyPlanOf(bounty);
      const questionPlan = question && questionPlanOf(question);
      if (typeof packetPlan === "string") return null;
      if ((bounty && !bountyPlan) || (question && !questionPlan)) return null;
      const amounts = [packetPlan, bountyPlan, questionPlan].map((plan) => plan?.amountCents ?? 0);
      const amountCents = amounts.reduce((sum, cents) => sum + cents, 0);
      if (amountCents === 0) return {};
      const payPassword = await askPin(amountCents);
      if (payPassword === null) return null;
      const attempt = JSON.stringify([packetPlan, bountyPlan, questionPlan, input]);
      if (attempt !== paying.current.attempt)
        paying.current = { attempt, idempotencyKey: uniqueKey(), from: Date.now() };
      const { idempotencyKey, from } = paying.current;
      const payment = { payPassword, idempotencyKey };
      const gifts = {
        redPacket: packetPlan && { ...packetPlan, ...payment },
        question: questionPlan && { ...questionPlan, ...payment },
      };
      if (!bountyPlan) return gifts;
      const { days, ...plan } = bountyPlan;
      const endsAt = new Date(from + days * DAY_MS).toISOString();
      return { ...gifts, bounty: { ...plan, endsAt, ...payment } };
    },
    dialog,
  };
}

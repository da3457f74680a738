import type { ReactNode } from "react";
import type { PublishThreadInput } from "../../gql/graphql.ts";
import type { GiftDrafts } from "../drafts/localDraft.ts";
import { bountyPlanOf } from "../bounties/bountyDraft.ts";
import { questionPlanOf } from "../questions/questionDraft.ts";
import { planOf } from "../red-packets/packetDraft.ts";
import { usePacketPayment } from "../red-packets/usePacketPayment.tsx";

const DAY_MS = 86_400_000;

/** Payment of the money that a new thread comes with. */
export interface GiftPayment {
  /**
   * Asks for the payment of what there is.
   * @returns the parts of the thread; null if the payment was called off, or a field says what cannot be offered
   */
  payFor(gifts: GiftDrafts): Promise<Pick<PublishThreadInput, "redPacket" | "bounty" | "question"> | null>;
  readonly dialog: ReactNode;
}

/** Asks for the payment of what a new thread comes with. */
export function useGiftPayment(): GiftPayment {
  const { askPin, dialog } = usePacketPayment();
  return {
    async payFor({ redPacket: packet, bounty, question }) {
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
      const gifts = {
        redPacket: packetPlan && { ...packetPlan, payPassword },
        question: questionPlan && { ...questionPlan, payPassword },
      };
      if (!bountyPlan) return gifts;
      const { days, ...plan } = bountyPlan;
      const endsAt = new Date(Date.now() + days * DAY_MS).toISOString();
      return { ...gifts, bounty: { ...plan, endsAt, payPassword } };
    },
    dialog,
  };
}

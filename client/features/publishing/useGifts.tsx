import { type ReactNode, useRef, useState } from "react";
import type { PublishThreadInput } from "../../gql/graphql.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { type BountyDraft, bountyPlanOf } from "../bounties/bountyDraft.ts";
import { type PacketDraft, planOf } from "../red-packets/packetDraft.ts";
import { usePacketPayment } from "../red-packets/usePacketPayment.tsx";

const DAY_MS = 86_400_000;

/** Money that a new thread comes with, while it is written. */
export interface Gifts {
  readonly packet: PacketDraft | null;
  readonly bounty: BountyDraft | null;
  setPacket(packet: PacketDraft | null): void;
  setBounty(bounty: BountyDraft | null): void;
  /** True if something of it cannot be offered; its field says what. */
  readonly areWrong: boolean;
  /**
   * Asks for the payment of what there is. The same thread once more, after a lost answer, is paid once.
   * @returns the parts of the thread; null if the payment was called off
   */
  payFor(input: object): Promise<Pick<PublishThreadInput, "redPacket" | "bounty"> | null>;
  readonly dialog: ReactNode;
}

/** Keeps the money that a new thread comes with, and asks for its payment. */
export function useGifts(): Gifts {
  const [packet, setPacket] = useState<PacketDraft | null>(null);
  const [bounty, setBounty] = useState<BountyDraft | null>(null);
  const { askPin, dialog } = usePacketPayment();
  const paying = useRef({ attempt: "", idempotencyKey: "", from: 0 });
  const packetPlan = packet && planOf(packet);
  const bountyPlan = bounty && bountyPlanOf(bounty);

  return {
    packet,
    bounty,
    setPacket,
    setBounty,
    areWrong: typeof packetPlan === "string" || (bounty !== null && bountyPlan === null),
    async payFor(input) {
      if (typeof packetPlan === "string") return null;
      const amountCents = (packetPlan?.amountCents ?? 0) + (bountyPlan?.amountCents ?? 0);
      if (amountCents === 0) return {};
      const payPassword = await askPin(amountCents);
      if (payPassword === null) return null;
      const attempt = JSON.stringify([packetPlan, bountyPlan, input]);
      if (attempt !== paying.current.attempt)
        paying.current = { attempt, idempotencyKey: uniqueKey(), from: Date.now() };
      const { idempotencyKey, from } = paying.current;
      const payment = { payPassword, idempotencyKey };
      if (!bountyPlan) return { redPacket: packetPlan && { ...packetPlan, ...payment } };
      const { days, ...plan } = bountyPlan;
      const endsAt = new Date(from + days * DAY_MS).toISOString();
      return {
        redPacket: packetPlan && { ...packetPlan, ...payment },
        bounty: { ...plan, endsAt, ...payment },
      };
    },
    dialog,
  };
}

import { connectionType } from "../../core/paging.ts";
import { BountyGift } from "./bounty.entity.ts";

/** A page of gifts of a bounty. */
export const BountyGiftConnection = connectionType("BountyGift", () => BountyGift);

import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyGift } from "./legacy.input.ts";
import { giveForLegacy } from "./legacyBounties.ts";

/** Bounties for legacy clients (legacy-facts 3.6). */
export const bountiesRest: RestRoutes = {
  "POST /api/v3/posts.reward": route(LegacyGift, giveForLegacy, {
    who: "member",
    answer: "nothing",
    codes: [-4002, -4004, -5001],
    about: "The same amount for the same reply again is taken for the same request, and gives nothing.",
  }),
};

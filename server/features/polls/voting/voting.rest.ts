import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyVote } from "./legacy.input.ts";
import { voteForLegacy } from "./legacyVotes.ts";

/** Votes for legacy clients (legacy-facts 3.5). */
export const votingRest: RestRoutes = {
  "POST /api/v3/vote.thread": route(LegacyVote, voteForLegacy, {
    who: "member",
    codes: [-4001, -4002, -4004, -4013],
    about: "A vote replaces the earlier one until the poll has ended.",
  }),
};

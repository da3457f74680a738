import type { Feature } from "../../../core/feature.ts";
import { PollResolver, PollVoterResolver, ThreadPollResolver } from "./poll.resolver.ts";
import { votingRest } from "./voting.rest.ts";

/** Voting in polls, and their end: below threads, which decide who may. */
export const voting: Feature = {
  name: "polls/voting",
  rest: votingRest,
  resolvers: [ThreadPollResolver, PollResolver, PollVoterResolver],
};

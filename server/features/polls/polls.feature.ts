import type { Feature } from "../../core/feature.ts";
import { Poll, PollOption, PollVote } from "./poll.entity.ts";

/** Polls of threads and their results. Votes lie in `polls/voting`, above which threads are. */
export const polls: Feature = { name: "polls", entities: [Poll, PollOption, PollVote] };

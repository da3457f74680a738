import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { chain, load } from "../../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canChangePoll, canVote } from "../../threads/thread.policy.ts";
import { closePoll, editPoll } from "../../threads/polls/threadPoll.service.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { hasEnded, Poll } from "../poll.entity.ts";
import { PollInput, VoteInPollInput } from "../poll.input.ts";
import {
  findPoll,
  findRounds,
  findWinnerIds,
  isPollOpen,
  listOptions,
  ownOptionIds,
  seesResults,
} from "../poll.results.service.ts";
import { CountedOption, PollRound, PollVoter, PollVoterConnection } from "../poll.view.ts";
import { voteInPoll } from "./vote.service.ts";
import { listPollVoters } from "./voter.list.service.ts";

/** Polls of threads. */
@Resolver(() => Thread)
export class ThreadPollResolver {
  @FieldResolver(() => Poll, { nullable: true, description: "Its poll; null if it has none." })
  poll(@Ctx() ctx: Context, @Root() thread: Thread) {
    return findPoll(ctx, thread);
  }
}

/** Votes, and fields of a poll beside its columns. */
@Resolver(() => Poll)
export class PollResolver {
  @Mutation(() => Poll, {
    description: "Votes in a poll in place of the viewer's earlier vote, or takes the vote back.",
  })
  voteInPoll(
    @Ctx() ctx: Context,
    @Arg("input", () => VoteInPollInput, { description: "The vote." }) input: VoteInPollInput,
  ) {
    return voteInPoll(ctx, input);
  }

  @Mutation(() => Poll, { description: "Replaces a poll in which nobody has voted yet." })
  editPoll(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "The thread of the poll." }) threadId: string,
    @Arg("poll", () => PollInput, { description: "All of the new poll." }) poll: PollInput,
  ) {
    return editPoll(ctx, { threadId, poll });
  }

  @Mutation(() => Poll, { description: "Ends a poll now." })
  closePoll(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "The thread of the poll." }) threadId: string,
  ) {
    return closePoll(ctx, { threadId });
  }

  @Query(() => PollVoterConnection, {
    description:
      "Who voted in a poll that is not secret, for members who see its results: of one option (in a ranked poll those " +
      "who prefer it to all others), or of all.",
  })
  pollVoters(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "The thread of the poll." }) threadId: string,
    @Arg("optionId", () => ID, { nullable: true, description: "The option; nothing for all." })
    optionId?: string | null,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last voter of the page before.",
    })
    after?: string,
  ) {
    return listPollVoters(ctx, { threadId, optionId }, { first, after });
  }

  @FieldResolver(() => Boolean, {
    description: "Members can vote: it has not ended, and its thread is neither locked nor hidden.",
  })
  isOpen(@Ctx() ctx: Context, @Root() poll: Poll) {
    return chain(load(ctx, threadById, poll.threadId), (thread) => isPollOpen(poll, thread!, ctx.now));
  }

  @FieldResolver(() => [CountedOption], { description: "Its options, in their order." })
  options(@Ctx() ctx: Context, @Root() poll: Poll) {
    return listOptions(ctx, poll);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Members who voted; null while the results are hidden from the viewer.",
  })
  voterCount(@Ctx() ctx: Context, @Root() poll: Poll) {
    return chain(seesResults(ctx, poll), (isSeen) => (isSeen ? poll.voterCount : null));
  }

  @FieldResolver(() => [ID], {
    description: "The viewer's vote, in a ranked poll the preferred option first; empty for none.",
  })
  myOptionIds(@Ctx() ctx: Context, @Root() poll: Poll) {
    return ownOptionIds(ctx, poll);
  }

  @FieldResolver(() => [ID], {
    nullable: true,
    description:
      "Options that are ahead or have won: those with the most votes, in a ranked poll by instant runoff, several if " +
      "they have as many; null while the results are hidden from the viewer.",
  })
  winnerIds(@Ctx() ctx: Context, @Root() poll: Poll) {
    return findWinnerIds(ctx, poll);
  }

  @FieldResolver(() => [PollRound], {
    nullable: true,
    description:
      "Counts of the instant runoff of a ranked poll; null for other kinds, and while the results are hidden.",
  })
  rounds(@Ctx() ctx: Context, @Root() poll: Poll) {
    return findRounds(ctx, poll);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may vote now." })
  viewerCanVote(@Ctx() ctx: Context, @Root() poll: Poll) {
    if (hasEnded(poll, ctx.now)) return false;
    return chain(
      load(ctx, threadById, poll.threadId),
      (thread) => canVote(ctx.viewer, thread!, ctx.now).allowed,
    );
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may end it now." })
  viewerCanClose(@Ctx() ctx: Context, @Root() poll: Poll) {
    if (hasEnded(poll, ctx.now)) return false;
    return chain(
      load(ctx, threadById, poll.threadId),
      (thread) => canChangePoll(ctx.viewer, thread!).allowed,
    );
  }

  @FieldResolver(() => Boolean, {
    description: "Whether the viewer may replace it now: they may end it, and nobody has voted.",
  })
  viewerCanEdit(@Ctx() ctx: Context, @Root() poll: Poll) {
    return poll.voterCount > 0 ? false : this.viewerCanClose(ctx, poll);
  }
}

/** The member who voted. */
@Resolver(() => PollVoter)
export class PollVoterResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: "The member; null once their account is erased.",
  })
  user(@Ctx() ctx: Context, @Root() { userId }: PollVoter) {
    return load(ctx, userById, userId);
  }
}

import { Arg, Ctx, GraphQLISODateTime, ID, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { Draft } from "../../drafts/draft.entity.ts";
import { Thread } from "../thread.entity.ts";
import { ScheduleThreadInput } from "../thread.input.ts";
import { publishScheduledThread, rescheduleThread, scheduleThread } from "./scheduling.service.ts";

/** GraphQL's view of scheduled threads, which are drafts with a time. */
@Resolver(() => Draft)
export class SchedulingResolver {
  @Mutation(() => Draft, { description: "Schedules a new thread." })
  scheduleThread(
    @Ctx() ctx: Context,
    @Arg("input", () => ScheduleThreadInput, { description: "The thread and its time." })
    input: ScheduleThreadInput,
  ) {
    return scheduleThread(ctx, input);
  }

  @Mutation(() => Draft, {
    description: "Gives a scheduled thread another time, or none, which makes it a plain draft.",
  })
  rescheduleThread(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the draft." }) id: string,
    @Arg("publishAt", () => GraphQLISODateTime, {
      nullable: true,
      description: "A time in the future, at most a year from now; null for none.",
    })
    publishAt?: Date | null,
  ) {
    return rescheduleThread(ctx, { id: parseId(id), publishAt: publishAt ?? null });
  }

  @Mutation(() => Thread, { description: "Publishes a scheduled thread now." })
  publishScheduledThread(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the draft." }) id: string,
  ) {
    return publishScheduledThread(ctx, { id: parseId(id) });
  }
}

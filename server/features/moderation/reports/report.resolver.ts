import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { Post } from "../../posts/post.entity.ts";
import { postById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { Report, ReportStatus } from "./report.entity.ts";
import { ReportContentInput, ReportVerdict } from "./report.input.ts";
import { listReports } from "./report.list.service.ts";
import { handleReport, reportContent } from "./report.service.ts";
import { ReportConnection } from "./report.view.ts";

/** GraphQL queries, mutations and fields of reports. Only translates: rules live in the service and the policy. */
@Resolver(() => Report)
export class ReportResolver {
  @Query(() => ReportConnection, { description: "Reports that the viewer looks after, newest first." })
  reports(
    @Ctx() ctx: Context,
    @Arg("status", () => ReportStatus, {
      defaultValue: ReportStatus.OPEN,
      description: "Which reports: open ones unless given.",
    })
    status: ReportStatus,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listReports(ctx, { status, first, after });
  }

  @Mutation(() => Report, {
    description: "Tells the moderators; a second report of the same thing changes the first.",
  })
  reportContent(
    @Ctx() ctx: Context,
    @Arg("input", () => ReportContentInput, { description: "All that is written, in one object." })
    input: ReportContentInput,
  ) {
    return reportContent(ctx, input);
  }

  @Mutation(() => Report, { description: "Decides about all open reports of the same thing." })
  handleReport(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of one of the reports." }) id: string,
    @Arg("verdict", () => ReportVerdict, { description: "Whether the reporter was right." })
    verdict: ReportVerdict,
  ) {
    return handleReport(ctx, { id: parseId(id), verdict });
  }

  @FieldResolver(() => User, { nullable: true, description: "Who reported it; null if the member is gone." })
  reporter(@Ctx() ctx: Context, @Root() report: Report) {
    return load(ctx, userById, report.reporterId);
  }

  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The reported thread, or that of the reported reply; null if it is about a member.",
  })
  thread(@Ctx() ctx: Context, @Root() report: Report) {
    if (report.threadId === null) return null;
    return chain(load(ctx, threadById, report.threadId), (thread) =>
      thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null,
    );
  }

  @FieldResolver(() => Post, { nullable: true, description: "The reported reply or comment." })
  async post(@Ctx() ctx: Context, @Root() report: Report) {
    if (report.postId === null || report.threadId === null) return null;
    const [thread, post] = await Promise.all([
      load(ctx, threadById, report.threadId),
      load(ctx, postById, report.postId),
    ]);
    return thread && post && canSeePost(ctx.viewer, thread, post).allowed ? post : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The reported member, or who wrote the reported private message.",
  })
  user(@Ctx() ctx: Context, @Root() report: Report) {
    return report.userId === null ? null : load(ctx, userById, report.userId);
  }

  @FieldResolver(() => User, { nullable: true, description: "Who decided; null while it is open." })
  handledBy(@Ctx() ctx: Context, @Root() report: Report) {
    return report.handledById === null ? null : load(ctx, userById, report.handledById);
  }
}

import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { Attachment } from "../../attachments/attachment.entity.ts";
import { pictureById } from "../../messages/message.loaders.ts";
import { Report } from "../reports/report.entity.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { ReportMessageInput } from "./messageReport.input.ts";
import { readReportedMessage, reportMessage } from "./messageReport.service.ts";
import { ReportedMessage } from "./messageReport.view.ts";

/** GraphQL mutations and fields of reported private messages. Only translates: rules live in the service. */
@Resolver(() => ReportedMessage)
export class MessageReportResolver {
  @Mutation(() => Report, {
    description: "Tells the administrators; a second report of the same message changes the first.",
  })
  reportMessage(
    @Ctx() ctx: Context,
    @Arg("input", () => ReportMessageInput, { description: "All that is written, in one object." })
    input: ReportMessageInput,
  ) {
    return reportMessage(ctx, input);
  }

  @Mutation(() => [ReportedMessage], {
    description:
      "The reported message after the few before it, for who decides about the report; each look is written to the log.",
  })
  readReportedMessage(
    @Ctx() ctx: Context,
    @Arg("reportId", () => ID, { description: "Id of an open report." }) reportId: string,
  ) {
    return readReportedMessage(ctx, parseId(reportId, "reportId"));
  }

  @FieldResolver(() => User, { description: "Who wrote it." })
  author(@Ctx() ctx: Context, @Root() { authorId }: ReportedMessage) {
    return load(ctx, userById, authorId);
  }

  @FieldResolver(() => Attachment, { nullable: true, description: "Only of the reported message itself." })
  picture(@Ctx() ctx: Context, @Root() { pictureId }: ReportedMessage) {
    return pictureId === null ? null : load(ctx, pictureById, pictureId);
  }
}

import { Field, ID, InputType } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";
import { REPORT_DETAIL_MAX, ReportReason } from "../reports/report.entity.ts";

/** A report of a private message. */
@InputType("ReportMessageInput", { description: "A report of a private message." })
export class ReportMessageInput {
  @Field(() => ID, { description: "A message that the other one of a dialog wrote to the viewer." })
  messageId!: string;

  @Field(() => ReportReason, { description: "What is wrong with it." })
  reason!: ReportReason;

  /** UTF-16 units here; characters are counted by the command. */
  @Field(() => String, { defaultValue: "", description: "At most 450 characters; needed for OTHER." })
  @MaxCharacters(REPORT_DETAIL_MAX * 2)
  detail!: string;
}

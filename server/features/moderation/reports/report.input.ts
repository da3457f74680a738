import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";
import { REPORT_DETAIL_MAX, ReportReason } from "./report.entity.ts";

/** What a moderator decides about a report. */
export enum ReportVerdict {
  ACCEPTED = "ACCEPTED",
  REJECTED = "REJECTED",
}
registerEnumType(ReportVerdict, { name: "ReportVerdict" });

/** What is reported, and why: exactly one of `threadId`, `postId`, `userId`. */
@InputType("ReportContentInput")
export class ReportContentInput {
  @Field(() => ID, { nullable: true })
  threadId?: string | null;

  @Field(() => ID, { nullable: true, description: "A reply or a comment." })
  postId?: string | null;

  @Field(() => ID, { nullable: true })
  userId?: string | null;

  @Field(() => ReportReason)
  reason!: ReportReason;

  /** UTF-16 units here; characters are counted by the verb. */
  @Field(() => String, { defaultValue: "", description: "At most 450 characters; needed for OTHER." })
  @MaxCharacters(REPORT_DETAIL_MAX * 2)
  detail!: string;
}

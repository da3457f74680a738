import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";
import { REPORT_DETAIL_MAX, ReportReason } from "./report.entity.ts";

/** Verdict of a moderator about a report. */
export enum ReportVerdict {
  ACCEPTED = "ACCEPTED",
  REJECTED = "REJECTED",
}
registerEnumType(ReportVerdict, {
  name: "ReportVerdict",
  description: "Decisions about a report.",
  valuesConfig: {
    ACCEPTED: { description: "The reporter was right." },
    REJECTED: { description: "Nothing was found wrong." },
  },
});

/** A report about exactly one of `threadId`, `postId`, `userId`. */
@InputType("ReportContentInput", {
  description: "A report of a thread, a reply or a member: exactly one id is given.",
})
export class ReportContentInput {
  @Field(() => ID, { nullable: true, description: "Id of a thread." })
  threadId?: string | null;

  @Field(() => ID, { nullable: true, description: "A reply or a comment." })
  postId?: string | null;

  @Field(() => ID, { nullable: true, description: "Id of a member." })
  userId?: string | null;

  @Field(() => ReportReason, { description: "What is wrong with it." })
  reason!: ReportReason;

  /** UTF-16 units here; characters are counted by the command. */
  @Field(() => String, { defaultValue: "", description: "At most 450 characters; needed for OTHER." })
  @MaxCharacters(REPORT_DETAIL_MAX * 2)
  detail!: string;
}

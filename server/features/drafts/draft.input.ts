import { ArrayMaxSize, Max, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { AMOUNT_MAX_CENTS, Cents } from "../../core/money.ts";
import { MaxCharacters } from "../../core/validation.ts";
import { DraftGifts } from "./draftGifts.input.ts";
import { PositionInput } from "./position.input.ts";

/** Longest title and body of a draft, in characters; the limits of threads and replies. */
export const DRAFT_TITLE_MAX = 100;
/** See `DRAFT_TITLE_MAX`. */
export const DRAFT_BODY_MAX = 49_999;

/** Maximum uploads of a draft; the thread or reply may have fewer. */
const FILES_MAX = 100;

/** A draft to save. */
@InputType("SaveDraftInput", { description: "A draft as it is to be saved." })
export class SaveDraftInput {
  @Field(() => ID, { nullable: true, description: "The draft to save again; a new one without it." })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: "The thread that is answered; none for a new thread." })
  threadId?: string | null;

  @Field(() => ID, { nullable: true, description: "Category that was chosen, if any." })
  categoryId?: string | null;

  @Field(() => String, { defaultValue: "", description: "Title so far." })
  @MaxCharacters(DRAFT_TITLE_MAX)
  title!: string;

  @Field(() => String, { defaultValue: "", description: "Markdown so far." })
  @MaxCharacters(DRAFT_BODY_MAX)
  body!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether it is to be published without the name.",
  })
  isAnonymous!: boolean;

  @Field(() => Cents, { nullable: true, description: "Price that the thread is to have, in cents." })
  @Min(0)
  @Max(AMOUNT_MAX_CENTS)
  priceCents?: number | null;

  @Field(() => Int, { nullable: true, description: "Part that everybody is to read, in percent." })
  @Min(0)
  @Max(100)
  freePercent?: number | null;

  @Field(() => Cents, { nullable: true, description: "Price that its files are to have, in cents." })
  @Min(0)
  @Max(AMOUNT_MAX_CENTS)
  attachmentPriceCents?: number | null;

  @Field(() => DraftGifts, {
    nullable: true,
    description:
      "Money and poll that the thread is to come with, as they are typed; those of before without it.",
  })
  @ValidateNested()
  gifts?: DraftGifts | null;

  @Field(() => PositionInput, {
    nullable: true,
    description: "Place that the thread is to name; null takes it away, absent leaves it.",
  })
  @ValidateNested()
  position?: PositionInput | null;

  @Field(() => [ID], { nullable: true, description: "Own uploads, in order; those of before without it." })
  @ArrayMaxSize(FILES_MAX)
  attachmentIds?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: "The version that the writer has seen; without it the draft is replaced.",
  })
  @Min(0)
  version?: number | null;
}

import { Max, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { BADGE_NAME_MAX } from "./badge.entity.ts";

const THRESHOLD_MAX = 1_000_000;

/** Parts of a badge that owners change; all are replaced. */
@InputType("SaveBadgeInput", { description: "Parts of a badge that owners change; all are replaced." })
export class SaveBadgeInput {
  @Field(() => ID, { description: "The badge." })
  badgeId!: string;

  @Field(() => String, { description: "Name in Chinese." })
  @MaxCharacters(BADGE_NAME_MAX)
  nameZh!: string;

  @Field(() => String, { description: "Name in English." })
  @MaxCharacters(BADGE_NAME_MAX)
  nameEn!: string;

  @Field(() => String, { nullable: true, description: "One emoji; absent leaves it." })
  icon?: string | null;

  @Field(() => Int, { description: "Number that the counter has to reach; at least 1." })
  @Min(1)
  @Max(THRESHOLD_MAX)
  threshold!: number;

  @Field(() => Boolean, { description: "It is given and shown." })
  isEnabled!: boolean;
}

import { IsOptional, Matches, Max, Min } from "class-validator";
import { Field, Float, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { AnyValue } from "../../core/rest.ts";

/** Longest name of a group, in characters (legacy-facts 2.6). */
export const GROUP_NAME_MAX = 10;
/** Longest description, in characters (legacy-facts 2.6). */
export const DESCRIPTION_MAX = 20;
/** Longest notice, in characters (legacy-facts 2.6). */
export const NOTICE_MAX = 200;
/** Commission goes up to ten tenths. */
export const SCALE_MAX = 10;
/** Maximum price of a group, in cents: a million yuan. */
const FEE_MAX = 100_000_000;
const DAYS_MAX = 36_500;
const COLOR = /^(#[\da-f]{3,8}|[a-z]{1,20})?$/i;

/** Content of a group; absent parts stay, or have their defaults in a new group. */
@InputType("GroupInput", { description: "Parts of a group; what is absent has its default or stays." })
export class GroupInput {
  @Field(() => String, { nullable: true, description: "Name as members see it." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Free text of the site's owner." })
  @IsOptional()
  @MaxCharacters(50)
  type?: string | null;

  @Field(() => String, { nullable: true, description: "CSS colour, or empty." })
  @IsOptional()
  @Matches(COLOR)
  color?: string | null;

  @Field(() => String, { nullable: true, description: "Address of a picture, or empty." })
  @IsOptional()
  @MaxCharacters(255)
  icon?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Shows the group behind the names of its members." })
  isDisplay?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "New members join it; there is exactly one." })
  isDefault?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Only for new groups: it never changes." })
  isPaid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Members may buy it; for paid groups." })
  isForSale?: boolean | null;

  @Field(() => Int, { nullable: true, description: "In cents." })
  @IsOptional()
  @Min(0)
  @Max(FEE_MAX)
  fee?: number | null;

  @Field(() => Int, { nullable: true, description: "Days that a purchase lasts." })
  @IsOptional()
  @Min(0)
  @Max(DAYS_MAX)
  days?: number | null;

  @Field(() => Int, { nullable: true, description: "Rank among paid groups." })
  level?: number | null;

  @Field(() => Float, { nullable: true, description: "Commission in tenths, 0 to 10." })
  @IsOptional()
  @Min(0)
  @Max(SCALE_MAX)
  scale?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Its members earn a share when those whom they invited pay for joining.",
  })
  isSubordinate?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Its members earn a share of what those whom they invited sell.",
  })
  isCommission?: boolean | null;

  @Field(() => String, { nullable: true, description: "What members are told of it." })
  @IsOptional()
  @MaxCharacters(DESCRIPTION_MAX)
  description?: string | null;

  @Field(() => String, { nullable: true, description: "What who buys it is told." })
  @IsOptional()
  @MaxCharacters(NOTICE_MAX)
  notice?: string | null;

  @Field(() => Int, { nullable: true, description: "Days that the free trial lasts." })
  @IsOptional()
  @Min(0)
  @Max(DAYS_MAX)
  timeRange?: number | null;

  @Field(() => Int, { nullable: true, description: "Age in days of what the free trial shows." })
  @IsOptional()
  @Min(0)
  @Max(DAYS_MAX)
  contentRange?: number | null;
}

/** A change of one group among several. */
@InputType("GroupChangeInput", { description: "A change of a group; absent parts stay." })
export class GroupChangeInput extends GroupInput {
  @Field(() => ID, { description: "Id of the group." })
  id!: string;
}

/** Values of new and of changed groups as legacy clients send them: money in whole units, flags as numbers. */
@InputType("LegacyGroupValues")
class LegacyGroupValues {
  @Field(() => String)
  name!: string;
  @Field(() => String, { nullable: true })
  color?: string;
  @Field(() => String, { nullable: true })
  icon?: string;
  @Field(() => Boolean, { nullable: true })
  isPaid?: boolean;
  @Field(() => Float, { nullable: true, description: "Money with two decimals." })
  fee?: number;
  @Field(() => Int, { nullable: true })
  days?: number;
  @Field(() => Int, { nullable: true })
  level?: number;
  @Field(() => Boolean, { nullable: true })
  default?: boolean;
  @Field(() => Boolean, { nullable: true })
  isDisplay?: boolean;
  @Field(() => Boolean, { nullable: true })
  isSubordinate?: boolean;
  @Field(() => Boolean, { nullable: true })
  isCommission?: boolean;
  @Field(() => String, { nullable: true })
  description?: string;
  @Field(() => String, { nullable: true })
  notice?: string;
}

/** A new group as legacy clients send it (legacy-facts 2.7). */
@InputType("LegacyNewGroup")
export class LegacyNewGroup extends LegacyGroupValues {
  @Field(() => String, { nullable: true })
  type?: string;
  @Field(() => Float, { nullable: true })
  scale?: number;
}

/** A changed group as legacy clients send it (spec §5, legacy-facts 2.6). */
@InputType("LegacyGroupChange")
export class LegacyGroupChange extends LegacyGroupValues {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  type!: string;
  @Field(() => Float)
  scale!: number;
  @Field(() => Int, { nullable: true })
  timeRange?: number;
  @Field(() => Int, { nullable: true })
  contentRange?: number;
}

/** Ids of groups, separated by commas. */
@InputType("LegacyGroupIds")
export class LegacyGroupIds {
  @Field(() => String, { nullable: true })
  ids?: string;
}

/** Reference to a group (legacy-facts 2.9). */
@InputType("LegacyGroupRef")
export class LegacyGroupRef {
  @Field(() => Int, { nullable: true })
  id?: number;
  @Field(() => String, { nullable: true, description: "`permission` adds what the group may do." })
  include?: string;
}

/** Filter of a list of groups (legacy-facts 2.10). */
@InputType("LegacyGroupFilter")
export class LegacyGroupFilter {
  @Field(() => AnyValue, { nullable: true, description: "isPaid, isDefault, type." })
  filter?: unknown;
  @Field(() => AnyValue, {
    nullable: true,
    description: "`permission` adds what each group may do everywhere.",
  })
  include?: unknown;
}

/** New grants of a group (legacy-facts 2.1). */
@InputType("LegacyPermissions")
export class LegacyPermissions {
  @Field(() => Int)
  groupId!: number;
  @Field(() => [AnyValue], { description: "Empty takes away all but what every group has." })
  permissions!: unknown[];
}

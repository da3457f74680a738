import { ArrayMaxSize, Max, Min, ValidateNested } from "class-validator";
import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { BountyRest } from "../bounties/bounty.entity.ts";
import { GOODS_TITLE_MAX, GOODS_URL_MAX, SHOP_NAME_MAX } from "../goods/goods.entity.ts";
import { OPTIONS_MAX, POLL_TITLE_MAX, PollKind, PollResultsVisible } from "../polls/poll.entity.ts";
import { RedPacketCondition, RedPacketRule } from "../red-packets/redPacket.entity.ts";

/** Most characters of a number that is typed. */
const NUMBER_MAX = 20;
/** Most characters of a name that is typed. */
const NAME_MAX = 100;
const DAYS_MAX = 366;

/** A red packet as it is typed. */
@ObjectType("DraftRedPacket", { simpleResolvers: true, description: "A red packet as it is typed." })
@InputType("DraftRedPacketInput", { description: "A red packet as it is typed." })
export class DraftRedPacket {
  @Field(() => RedPacketRule, { description: "How it is to be divided." })
  rule!: RedPacketRule;

  @Field(() => RedPacketCondition, { description: "What a reply is to need for a share." })
  claimBy!: RedPacketCondition;

  @Field(() => String, { description: "Amount so far, in yuan: of each equal share, or of all random ones." })
  @MaxCharacters(NUMBER_MAX)
  amount!: string;

  @Field(() => String, { description: "Number of shares so far." })
  @MaxCharacters(NUMBER_MAX)
  count!: string;

  @Field(() => String, { description: "Likes that a reply is to need so far." })
  @MaxCharacters(NUMBER_MAX)
  likes!: string;
}

/** A bounty as it is typed. */
@ObjectType("DraftBounty", { simpleResolvers: true, description: "A bounty as it is typed." })
@InputType("DraftBountyInput", { description: "A bounty as it is typed." })
export class DraftBounty {
  @Field(() => String, { description: "Amount so far, in yuan." })
  @MaxCharacters(NUMBER_MAX)
  amount!: string;

  @Field(() => Int, { description: "Days that it is to last." })
  @Min(1)
  @Max(DAYS_MAX)
  days!: number;

  @Field(() => BountyRest, { description: "What is to become of its rest." })
  rest!: BountyRest;
}

/** A question to one member as it is typed. */
@ObjectType("DraftQuestion", {
  simpleResolvers: true,
  description: "A question to one member as it is typed.",
})
@InputType("DraftQuestionInput", { description: "A question to one member as it is typed." })
export class DraftQuestion {
  @Field(() => String, { description: "Nickname of the member so far." })
  @MaxCharacters(NAME_MAX)
  nickname!: string;

  @Field(() => ID, { nullable: true, description: "The member of that nickname; null while there is none." })
  @MaxCharacters(NUMBER_MAX)
  userId?: string | null;

  @Field(() => String, { description: "Price of the answer so far, in yuan." })
  @MaxCharacters(NUMBER_MAX)
  amount!: string;

  @Field(() => Boolean, { description: "Whether others are to read the answer for money." })
  hasOnlookers!: boolean;
}

/** A poll as it is typed. */
@ObjectType("DraftPoll", { simpleResolvers: true, description: "A poll as it is typed." })
@InputType("DraftPollInput", { description: "A poll as it is typed." })
export class DraftPoll {
  @Field(() => String, { description: "Its question so far." })
  @MaxCharacters(POLL_TITLE_MAX)
  title!: string;

  @Field(() => [String], { description: "Its options so far, in order; some may be empty." })
  @ArrayMaxSize(OPTIONS_MAX)
  options!: string[];

  @Field(() => PollKind, { description: "What a vote is to say." })
  kind!: PollKind;

  @Field(() => Boolean, { description: "Whether nobody is to see who voted." })
  isSecret!: boolean;

  @Field(() => PollResultsVisible, { description: "From when the results are to be shown." })
  resultsVisible!: PollResultsVisible;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When voting is to end; null for no end." })
  endsAt?: Date | null;
}

/** Longest address of a picture that was uploaded here. */
const IMAGE_URL_MAX = 500;

/** Goods as they are typed. */
@ObjectType("DraftGoods", { simpleResolvers: true, description: "Goods as they are typed." })
@InputType("DraftGoodsInput", { description: "Goods as they are typed." })
export class DraftGoods {
  @Field(() => String, { description: "Their title so far." })
  @MaxCharacters(GOODS_TITLE_MAX)
  title!: string;

  @Field(() => String, { description: "Their address so far." })
  @MaxCharacters(GOODS_URL_MAX)
  url!: string;

  @Field(() => String, { description: "Their price as it is typed." })
  @MaxCharacters(NUMBER_MAX)
  price!: string;

  @Field(() => String, { description: "The name of the shop so far." })
  @MaxCharacters(SHOP_NAME_MAX)
  shopName!: string;

  @Field(() => ID, { nullable: true, description: "Their picture; null without one." })
  imageId?: string | null;

  @Field(() => String, { nullable: true, description: "Address of the picture; null without one." })
  @MaxCharacters(IMAGE_URL_MAX)
  imageUrl?: string | null;
}

/** Money and poll that a thread is to come with, as they are typed; they are checked when the thread is published. */
@ObjectType("DraftGifts", {
  simpleResolvers: true,
  description: "Money and poll that a thread is to come with, as they are typed.",
})
@InputType("DraftGiftsInput", {
  description: "Money and poll that a thread is to come with, as they are typed.",
})
export class DraftGifts {
  @Field(() => DraftRedPacket, { nullable: true, description: "Its red packet, if any." })
  @ValidateNested()
  redPacket?: DraftRedPacket | null;

  @Field(() => DraftBounty, { nullable: true, description: "Its bounty, if any." })
  @ValidateNested()
  bounty?: DraftBounty | null;

  @Field(() => DraftQuestion, { nullable: true, description: "Its question to one member, if any." })
  @ValidateNested()
  question?: DraftQuestion | null;

  @Field(() => DraftPoll, { nullable: true, description: "Its poll, if any." })
  @ValidateNested()
  poll?: DraftPoll | null;

  @Field(() => DraftGoods, { nullable: true, description: "Its goods, if any." })
  @ValidateNested()
  goods?: DraftGoods | null;
}

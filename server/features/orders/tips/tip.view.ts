import { Field, Int, ObjectType } from "type-graphql";
import { User } from "../../users/user.entity.ts";

/** Tips to the author of a thread, without amounts. */
@ObjectType("ThreadTips", { simpleResolvers: true, description: "Tips to the author of a thread." })
export class ThreadTips {
  @Field(() => Boolean, { description: "Tips are accepted: never for anonymous threads." })
  isOpen!: boolean;

  @Field(() => Boolean, { description: "The viewer may tip the author." })
  viewerCanTip!: boolean;

  @Field(() => Int, { description: "Members who have tipped; each counts once." })
  memberCount!: number;

  @Field(() => [User], { description: "Those who tipped last, the newest first, at most 10." })
  members!: User[];
}

import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { connectionType } from "../../core/paging.ts";
import { WatchLevel, WatchTarget } from "./watch.entity.ts";

/** Something that the viewer watches or has muted, as their list of it shows it. */
@ObjectType("Watch", {
  simpleResolvers: true,
  description: "How closely the viewer watches something.",
})
export class Watched {
  @Field(() => WatchTarget, { description: "Kind of the thing that is watched." })
  target!: WatchTarget;

  @Field(() => ID, { description: "Id of the thing that is watched." })
  targetId!: number;

  @Field(() => WatchLevel, { description: "How much the viewer wants to hear of it." })
  level!: WatchLevel;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When the viewer chose it." })
  changedAt!: Date | null;
}

/** Watches by pages. */
export const WatchConnection = connectionType("Watch", () => Watched);

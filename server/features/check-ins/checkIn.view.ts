import { Field, Int, ObjectType } from "type-graphql";

/** Standing of the viewer's check-ins. */
@ObjectType("CheckInState", { simpleResolvers: true, description: "The viewer's check-ins." })
export class CheckInState {
  @Field(() => Boolean, { description: "The viewer has checked in today." })
  checkedIn!: boolean;

  @Field(() => Int, { description: "Days in a row up to today or yesterday; 0 if both were left out." })
  streak!: number;

  @Field(() => Int, { description: "Most days in a row so far." })
  longest!: number;

  @Field(() => Int, { description: "Days on which the viewer has checked in." })
  total!: number;
}

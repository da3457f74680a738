import { Max, Min } from "class-validator";
import { Field, Float, InputType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";

/** Longest address and place name of a position, in characters. */
export const PLACE_MAX = 200;

/** The place at which a thread was written. */
@InputType("PositionInput", { description: "The place at which a thread was written." })
export class PositionInput {
  @Field(() => Float, { description: "Degrees, east positive." })
  @Min(-180)
  @Max(180)
  longitude!: number;

  @Field(() => Float, { description: "Degrees, north positive." })
  @Min(-90)
  @Max(90)
  latitude!: number;

  @Field(() => String, { description: "Postal address in one line." })
  @MaxCharacters(PLACE_MAX)
  address!: string;

  @Field(() => String, { description: "Short name of the place." })
  @MaxCharacters(PLACE_MAX)
  location!: string;
}

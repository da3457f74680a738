import { Field, Float, ObjectType } from "type-graphql";

/** Colours of one theme that follow from an accent colour. */
@ObjectType("AccentColors", { simpleResolvers: true, description: "Colours of one theme, as #rrggbb." })
export class AccentColors {
  @Field(() => String, { description: "Ground of filled buttons; their text is white." })
  accent!: string;

  @Field(() => String, { description: "The same under the pointer." })
  hover!: string;

  @Field(() => String, { description: "Links." })
  text!: string;

  @Field(() => String, { description: "Ground of what is selected." })
  soft!: string;
}

/** An accent colour before it is saved. */
@ObjectType("AccentPreview", { simpleResolvers: true, description: "An accent colour before it is saved." })
export class AccentPreview {
  @Field(() => Boolean, { description: "White text on it can be read, so that it can be saved." })
  isLegible!: boolean;

  @Field(() => Float, { description: "Contrast of white text on it, from 1 to 21; at least 4.5 is needed." })
  contrast!: number;

  @Field(() => String, { description: "The nearest colour that can be saved; the colour itself if it can." })
  nearest!: string;

  @Field(() => AccentColors, { description: "The light theme in the nearest colour." })
  light!: AccentColors;

  @Field(() => AccentColors, { description: "The dark theme in the nearest colour." })
  dark!: AccentColors;
}

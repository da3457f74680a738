import { Field, InputType } from "type-graphql";

/** Reference to a picture of the site (legacy-facts 2.4, 2.5). */
@InputType("LegacyLogo")
export class LegacyLogo {
  @Field(() => String, {
    nullable: true,
    description: "logo, header_logo, background_image, watermark_image, favicon.",
  })
  type?: string;
}

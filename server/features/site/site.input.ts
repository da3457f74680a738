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

/** The picture of the site that legacy clients remove; required by spec §5, unlike that of a new one. */
@InputType("LegacyLogoRef")
export class LegacyLogoRef {
  @Field(() => String, { description: "logo, header_logo, background_image, watermark_image, favicon." })
  type!: string;
}

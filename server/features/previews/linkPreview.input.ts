import { MaxLength } from "class-validator";
import { Field, InputType } from "type-graphql";
import { URL_MAX } from "./linkPreview.entity.ts";

/** Input of `forgetLinkPreview` and `restoreLinkPreview`. */
@InputType({ description: "Names the card of a page outside." })
export class LinkPreviewRef {
  @Field(() => String, { description: "Address of the page, as texts have it." })
  @MaxLength(URL_MAX)
  url!: string;
}

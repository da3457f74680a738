import { Field, Int, ObjectType, registerEnumType } from "type-graphql";

/** Sites whose videos play within a card. */
export enum PlayerKind {
  BILIBILI = "BILIBILI",
  OTHER = "OTHER",
  TENCENT_VIDEO = "TENCENT_VIDEO",
  VIMEO = "VIMEO",
  YOUTUBE = "YOUTUBE",
}

registerEnumType(PlayerKind, {
  name: "LinkPlayerKind",
  description: "Sites whose videos play within a card.",
  valuesConfig: {
    BILIBILI: { description: "Bilibili." },
    OTHER: { description: "A site of the owner's list of providers." },
    TENCENT_VIDEO: { description: "Tencent Video." },
    VIMEO: { description: "Vimeo." },
    YOUTUBE: { description: "YouTube, without cookies until it plays." },
  },
});

/** A player of a page, for readers. */
@ObjectType("LinkPlayer", {
  simpleResolvers: true,
  description: "A player that is shown in a frame once a reader asks for it.",
})
export class LinkPlayerView {
  @Field(() => PlayerKind, { description: "The site that it is of." })
  kind!: PlayerKind;

  @Field(() => String, { description: "Address of the frame." })
  url!: string;

  @Field(() => Int, { description: "Width of the frame in pixels, for its proportions." })
  width!: number;

  @Field(() => Int, { description: "Height of the frame in pixels, for its proportions." })
  height!: number;
}

/** Facts of a page outside, for readers. */
@ObjectType("LinkPreview", {
  simpleResolvers: true,
  description: "Facts of a page outside whose address is a paragraph of its own in a text.",
})
export class LinkPreviewView {
  @Field(() => String, { description: "The address, as the text has it." })
  url!: string;

  @Field(() => String, { description: "Title of the page." })
  title!: string;

  @Field(() => String, { description: "May be empty." })
  description!: string;

  @Field(() => String, { description: "Name of the site; may be empty." })
  siteName!: string;

  @Field(() => String, {
    nullable: true,
    description: "Address of a copy of its picture on this site; null without one.",
  })
  imageUrl!: string | null;

  @Field(() => Int, { description: "In pixels; 0 without a picture." })
  imageWidth!: number;

  @Field(() => Int, { description: "In pixels; 0 without a picture." })
  imageHeight!: number;

  @Field(() => LinkPlayerView, {
    nullable: true,
    description: "Its player; null without one, and where the owner does not allow it.",
  })
  embed!: LinkPlayerView | null;
}

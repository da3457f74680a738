import { FieldResolver, Resolver, Root } from "type-graphql";
import { Attachment, FILES_PATH, isPictureKind } from "./attachment.entity.ts";

/** GraphQL fields of uploads. */
@Resolver(() => Attachment)
export class AttachmentResolver {
  @FieldResolver(() => Boolean)
  isImage(@Root() { kind }: Attachment): boolean {
    return isPictureKind(kind);
  }

  @FieldResolver(() => String)
  url(@Root() { path }: Attachment): string {
    return FILES_PATH + path;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Smaller rendition of a picture, at most 500 px wide.",
  })
  thumbUrl(@Root() { thumbPath }: Attachment): string | null {
    return thumbPath && FILES_PATH + thumbPath;
  }
}

import { FieldResolver, Resolver, Root } from "type-graphql";
import { Attachment, FILES_PATH, isPictureKind } from "./attachment.entity.ts";

/** GraphQL fields of uploads. */
@Resolver(() => Attachment)
export class AttachmentResolver {
  @FieldResolver(() => Boolean, { description: "True if it is shown as a picture." })
  isImage(@Root() { kind }: Attachment): boolean {
    return isPictureKind(kind);
  }

  @FieldResolver(() => String, {
    description: "Address of the file; private ones are signed and expire, so ask again rather than keep it.",
  })
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

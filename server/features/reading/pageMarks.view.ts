import { Field, ObjectType } from "type-graphql";
import { Category } from "../categories/category.entity.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";

/** Things that a page shows, for the fields that say something of the viewer. */
@ObjectType("PageMarks", {
  description: "Things that a page shows, to ask what of them is the viewer's own.",
})
export class PageMarks {
  @Field(() => [Thread], { description: "Those that the viewer may see, in the order asked for." })
  threads!: Thread[];

  @Field(() => [Post], { description: "Those that the viewer may see, in the order asked for." })
  posts!: Post[];

  @Field(() => [Category], { description: "Those that the viewer may see, in the order asked for." })
  categories!: Category[];
}

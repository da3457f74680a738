import { FieldResolver, Resolver, Root } from "type-graphql";
import { NoticeTemplatesView } from "../templates/template.view.ts";
import { NoticeReason } from "./notice.entity.ts";
import { NoticeTopic, topicOf } from "./preferences/preference.view.ts";

/** What members choose about a kind of notice as. */
@Resolver(() => NoticeTemplatesView)
export class TemplateTopicResolver {
  @FieldResolver(() => NoticeTopic)
  topic(@Root() { kind }: NoticeTemplatesView): NoticeTopic {
    return topicOf(kind, NoticeReason.ACCOUNT);
  }
}

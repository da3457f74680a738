import { FieldResolver, Resolver, Root } from "type-graphql";
import { NotificationTemplatesView } from "../templates/template.view.ts";
import { NotificationReason } from "./notification.entity.ts";
import { NotificationTopic, topicOf } from "./preferences/preference.view.ts";

/** Topics of templates, by which members choose. */
@Resolver(() => NotificationTemplatesView)
export class TemplateTopicResolver {
  @FieldResolver(() => NotificationTopic, { description: "The topic under which members choose channels." })
  topic(@Root() { kind }: NotificationTemplatesView): NotificationTopic {
    return topicOf(kind, NotificationReason.ACCOUNT);
  }
}

import { FieldResolver, Resolver, Root } from "type-graphql";
import { NotificationTemplatesView } from "../templates/template.view.ts";
import { NotificationReason } from "./notification.entity.ts";
import { NotificationTopic, topicOf } from "./preferences/preference.view.ts";

/** What members choose about a kind of notification as. */
@Resolver(() => NotificationTemplatesView)
export class TemplateTopicResolver {
  @FieldResolver(() => NotificationTopic)
  topic(@Root() { kind }: NotificationTemplatesView): NotificationTopic {
    return topicOf(kind, NotificationReason.ACCOUNT);
  }
}

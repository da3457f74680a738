import { Entity, Index } from "typeorm";
import { NotificationCopy } from "./notificationCopy.entity.ts";

/** A notification about a text that cannot be seen, whole, until the text is back. */
@Entity("hidden_notifications")
@Index(["threadId", "postId"])
export class HiddenNotification extends NotificationCopy {}

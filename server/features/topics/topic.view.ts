import { connectionType } from "../../core/paging.ts";
import { Topic } from "./topic.entity.ts";

/** Topics by pages. */
export const TopicConnection = connectionType("Topic", () => Topic);

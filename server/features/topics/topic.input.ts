import { registerEnumType } from "type-graphql";

/** The orders of topic lists. */
export enum TopicSort {
  HOT = "HOT",
  NEWEST = "NEWEST",
}
registerEnumType(TopicSort, { name: "TopicSort" });

import { registerEnumType } from "type-graphql";

/** The orders of topic lists. */
export enum TopicSort {
  HOT = "HOT",
  NEWEST = "NEWEST",
}
registerEnumType(TopicSort, { name: "TopicSort" });

/** States by which administrators list topics. */
export enum TopicState {
  LIVE = "LIVE",
  RECOMMENDED = "RECOMMENDED",
  DELETED = "DELETED",
  /** Their names lead to other topics. */
  MERGED = "MERGED",
}
registerEnumType(TopicState, {
  name: "TopicState",
  valuesConfig: { MERGED: { description: "Their names lead to other topics." } },
});

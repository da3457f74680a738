import { registerEnumType } from "type-graphql";

/** The orders of topic lists. */
export enum TopicSort {
  HOT = "HOT",
  NEWEST = "NEWEST",
}
registerEnumType(TopicSort, {
  name: "TopicSort",
  description: "Orders of topics.",
  valuesConfig: {
    HOT: { description: "Used most first." },
    NEWEST: { description: "Used last for the first time first." },
  },
});

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
  description: "States of topics, for their administration.",
  valuesConfig: {
    MERGED: { description: "Their names lead to other topics." },
    LIVE: { description: "Shown." },
    RECOMMENDED: { description: "Shown and recommended." },
    DELETED: { description: "Deleted; can be restored." },
  },
});

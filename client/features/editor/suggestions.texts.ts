import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the list of members and topics that open while somebody types. */
export const suggestionTexts = defineTexts({
  people: { zh: "提到某人", en: "People to mention" },
  topics: { zh: "话题", en: "Topics" },
  newTopic: { zh: "新话题", en: "New topic" },
  threads: {
    zh: (count: number) => `${count} 个帖子`,
    en: (count: number) => plural(count, "thread"),
  },
});

import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of topics. */
export const topicsAdminTexts = defineTexts({
  topics: { zh: "话题", en: "Topics" },
  find: { zh: "查找话题", en: "Find a topic" },
  search: { zh: "查找", en: "Find" },
  name: { zh: "名称", en: "Name" },
  threads: { zh: "主题", en: "Threads" },
  views: { zh: "浏览", en: "Views" },
  created: { zh: "首次出现", en: "First named" },
  nothing: { zh: "没有话题", en: "There are no topics" },
});

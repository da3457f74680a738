/* global luntan */
const WORDS = {
  "zh-CN": { countThreads: "帖子", countPosts: "回复", countUsers: "成员" },
  en: { countThreads: "threads", countPosts: "replies", countUsers: "members" },
};

luntan.onState(({ locale, data, settings, siteName }) => {
  const words = WORDS[locale] ?? WORDS.en;
  const numbers = Object.keys(words).map((key) => `${data?.[key] ?? 0} ${words[key]}`);
  document.getElementById("root").textContent = `${settings.title || siteName}: ${numbers.join(" · ")}`;
});

import { createElement as h, useState } from "react";
import { definePlugin } from "@luntan/plugin-kit";

const WORDS = {
  "zh-CN": {
    welcome: "欢迎来到",
    threads: "个帖子",
    search: "搜索",
    messages: "消息",
    signIn: "登录",
    home: "首页",
  },
  en: {
    welcome: "Welcome to",
    threads: "threads",
    search: "Search",
    messages: "Messages",
    signIn: "Sign in",
    home: "Home",
  },
};

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(({ locale }) => {
  const t = WORDS[locale] ?? WORDS.en;
  /** A link that the page follows without being loaded anew. */
  const go = (router, to) => ({
    href: to,
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      router.push(to);
    },
  });

  function banner({ settings, siteData, data, dzqRouter }) {
    const name = data?.name ?? siteData.webConfig.setSite.siteName;
    const text = settings.text || `${t.welcome} ${name} · ${data?.countThreads ?? 0} ${t.threads}`;
    const isOwn = /^\/(?![/\\])/.test(settings.link);
    return h(
      "p",
      { className: "site-look-banner" },
      isOwn ? h("a", go(dzqRouter, settings.link), text) : text,
    );
  }

  function header({ siteData, userInfo, renderData, onSearch, dzqRouter }) {
    const [keyword, setKeyword] = useState("");
    const search = (event) => {
      event.preventDefault();
      if (keyword.trim()) onSearch(keyword.trim());
    };
    const { siteName } = siteData.webConfig.setSite;
    return h(
      "header",
      { className: "site-look-header" },
      h("a", { ...go(dzqRouter, "/"), className: "site-look-name", "aria-label": t.home }, siteName),
      h(
        "form",
        { role: "search", onSubmit: search },
        h("input", {
          type: "search",
          "aria-label": t.search,
          placeholder: t.search,
          value: keyword,
          onChange: (event) => setKeyword(event.target.value),
        }),
      ),
      userInfo
        ? h(
            "nav",
            { "aria-label": userInfo.nickname },
            h("a", go(dzqRouter, "/message"), `${t.messages} ${renderData.totalUnread || ""}`.trim()),
            h("a", go(dzqRouter, "/my"), userInfo.nickname),
          )
        : h("nav", { "aria-label": t.signIn }, h("a", { href: "/user/username-login" }, t.signIn)),
    );
  }

  return { banner, header };
});

export default plugin;

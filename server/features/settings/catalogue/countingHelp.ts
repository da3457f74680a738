/** Sentences on settings that count visits and uses. */
export const COUNTING_HELP = {
  plugin_beacon: {
    zh: "打开后，浏览器把登记的插件（名称、版本、位置和不含编号的页面地址）报给本站，次数见 /metrics；不含会员信息。",
    en: "When on, browsers report to this site which plugins they register: name, version, place, and the address of the page without ids. The counts stand at /metrics; nothing says who it was.",
  },
  site_stat_hosts: {
    zh: "统计代码只能向这里列出的地址发送数据，其余会被浏览器拦截。",
    en: "The script may send data to these addresses only; browsers block all others.",
  },
  site_stat: {
    zh: "粘贴统计服务给你的代码，每个页面都会运行它。",
    en: "Paste the snippet of your statistics service; every page runs it.",
  },
} as const;

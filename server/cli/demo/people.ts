import type { Random } from "./random.ts";

/** Roles of the members of the demo community. */
export type Role = "admin" | "moderator" | "member" | "trial" | "banned";

/** A member of the demo community. */
export interface Person {
  readonly username: string;
  readonly nickname: string;
  readonly signature: string;
  readonly role: Role;
  readonly language: "zh" | "en";
}

/** Those whose logins are printed: one or more of every role. */
const CAST: readonly Person[] = [
  {
    username: "demo_admin",
    nickname: "林夕",
    signature: "站务请发「建议与反馈」",
    role: "admin",
    language: "zh",
  },
  {
    username: "demo_mod",
    nickname: "老陈",
    signature: "轮值版主，有事请举报，别吵架",
    role: "moderator",
    language: "zh",
  },
  {
    username: "demo_mod_en",
    nickname: "Maren",
    signature: "Moderator. Be kind, be specific.",
    role: "moderator",
    language: "en",
  },
  {
    username: "demo_member",
    nickname: "一只柚子",
    signature: "做饭、拍照、养猫",
    role: "member",
    language: "zh",
  },
  {
    username: "demo_member_en",
    nickname: "Oskar",
    signature: "Typing with two fingers since 1998",
    role: "member",
    language: "en",
  },
  { username: "demo_trial", nickname: "新来的小鹿", signature: "", role: "trial", language: "zh" },
  { username: "demo_banned", nickname: "键盘侠本侠", signature: "", role: "banned", language: "zh" },
];

const NICKNAMES_ZH =
  "山野闲人 晚风入梦 半糖去冰 北岛的信 不吃香菜 云边小卖部 二两清酒 三分甜 周周复周周 风过无痕 南巷旧人 糯米团子 橘子汽水 " +
  "夜航船 小城故事多 阿布 老王不姓王 木子李 沧海一粟 早起困难户 摸鱼专家 代码写不完 今天也要加油 是阿澈啊 松果 竹外桃花 " +
  "星星失眠 咖啡不加糖 钱塘江边 秦淮夜泊 长安某 蜀道不难 岭南听雨 东北大馅饺子 江湖小虾米 胖虎不胖 月亮邮递员 纸飞机 " +
  "拾光者 白日梦想家 苏打饼干 慢半拍 冬瓜排骨汤 一苇渡江 三点水 墨染青衣 隔壁老张 骑行的蜗牛 五月的麦田 灯塔管理员 " +
  "豆浆油条 闻笛 柳暗花明 小满未满 鹤归 阿星 路人乙 九点半 爱吃鱼的猫 听雪 老实人 行走的字典 拖延症晚期 周三见 半夏 清欢 " +
  "何时归 打酱油的 青瓦 蓝莓味的风 树懒 余生请多指教 二十四桥 无糖可乐 雾里看花 十里 大白兔 小李飞饼";
const NICKNAMES_EN =
  "quietharbor Fennel bluebottle Ada_L Jun marmalade Tobias northbound Ines papercrane Wren Mateo slowcoffee Nadia kestrel " +
  "Bram halfmoon Yara Emil driftwood Sofie lanternfish Hugo Priya mossy Anouk cobalt Rafael thimble Linnea";
const SIGNATURES: Readonly<Record<Person["language"], readonly string[]>> = {
  zh: [
    "慢慢来，比较快",
    "少说多做",
    "在学着好好生活",
    "今天也是认真摸鱼的一天",
    "行到水穷处，坐看云起时",
    "别问，问就是在学",
    "想去看海",
    "",
    "",
    "",
    "世界很大，先吃饭",
    "潜水多年，偶尔冒泡",
    "一切都是最好的安排",
    "代码和猫，总得有一个听话",
  ],
  en: [
    "",
    "",
    "Mostly harmless",
    "Lurker turned poster",
    "Slow is smooth",
    "Somewhere between tea and coffee",
    "Opinions are my cat's",
    "Ask me about trains",
  ],
};

/** The members of the demo community: the cast first, then everybody else. */
export function makePeople(random: Random): Person[] {
  const crowd = [
    ...NICKNAMES_ZH.split(" ").map((nickname) => ({ nickname, language: "zh" as const })),
    ...NICKNAMES_EN.split(" ").map((nickname) => ({ nickname, language: "en" as const })),
  ];
  const rest = random.sample(crowd, crowd.length).map(({ nickname, language }, index): Person => ({
    username: `demo${String(index + 1).padStart(3, "0")}`,
    nickname,
    language,
    signature: random.pick(SIGNATURES[language]),
    // A few newcomers still read only, and hardly anybody has to leave.
    role: index % 40 === 39 ? "banned" : index % 17 === 16 ? "trial" : "member",
  }));
  return [...CAST, ...rest];
}

/** Those whose logins are printed. */
export const DEMO_LOGINS: readonly Person[] = CAST;

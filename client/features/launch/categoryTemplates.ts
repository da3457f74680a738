/** A category that a template proposes. */
export interface ProposedCategory {
  readonly icon: string;
  readonly color: string;
  readonly zh: string;
  readonly en: string;
  readonly aboutZh: string;
  readonly aboutEn: string;
}

/** A set of categories for a kind of community. */
export interface CategoryTemplate {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly categories: readonly ProposedCategory[];
}

const category = (
  icon: string,
  color: string,
  [zh, en]: readonly [string, string],
  [aboutZh, aboutEn]: readonly [string, string],
): ProposedCategory => ({ icon, color, zh, en, aboutZh, aboutEn });

const NEWS = category("📣", "#c2410c", ["公告", "Announcements"], ["站务与更新", "News of this place"]);
const CHAT = category("☕", "#946200", ["闲聊", "Small talk"], ["什么都可以聊", "Whatever else there is"]);

/** The templates, in the order in which they are offered. */
export const CATEGORY_TEMPLATES: readonly CategoryTemplate[] = [
  {
    key: "product",
    zh: "产品社区",
    en: "Product",
    categories: [
      NEWS,
      category("💡", "#3d50d6", ["建议", "Ideas"], ["想要的功能", "What you would like to see"]),
      category("🛟", "#0c8599", ["求助", "Help"], ["使用中的问题", "Questions about using it"]),
      category("🎨", "#9c36b5", ["作品", "Showcase"], ["你用它做了什么", "What you made with it"]),
      CHAT,
    ],
  },
  {
    key: "hobby",
    zh: "兴趣",
    en: "Hobby",
    categories: [
      category("🌱", "#2b8a3e", ["新手", "Beginners"], ["从这里开始", "Start here"]),
      category("📷", "#9c36b5", ["分享", "Showing"], ["作品与照片", "Works and pictures"]),
      category("🧰", "#1971c2", ["装备", "Gear"], ["挑选与评测", "Choosing and reviewing"]),
      category("🗓️", "#c2255c", ["活动", "Meetings"], ["线下见面", "Seeing each other"]),
      CHAT,
    ],
  },
  {
    key: "campus",
    zh: "校园",
    en: "Campus",
    categories: [
      NEWS,
      category("📚", "#3d50d6", ["学习", "Studies"], ["课程、考试与资料", "Courses, exams and material"]),
      category("🏀", "#2b8a3e", ["社团", "Clubs"], ["招新与活动", "Joining and events"]),
      category("🛍️", "#0c8599", ["二手", "Second hand"], ["买卖闲置", "Buying and selling"]),
      category(
        "🔎",
        "#c2255c",
        ["失物招领", "Lost and found"],
        ["丢了什么，捡到什么", "What was lost and found"],
      ),
    ],
  },
  {
    key: "game",
    zh: "游戏",
    en: "Game",
    categories: [
      NEWS,
      category("🧭", "#1971c2", ["攻略", "Guides"], ["打法与心得", "Ways to play"]),
      category("🤝", "#2b8a3e", ["组队", "Teams"], ["找人一起玩", "Finding others"]),
      category("🐞", "#c2255c", ["反馈", "Feedback"], ["问题与建议", "Bugs and wishes"]),
      CHAT,
    ],
  },
];

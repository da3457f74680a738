/** Threads of the demo community that are sold. People are usernames. */
export const SOLD = [
  {
    author: "demo_member",
    board: "美食",
    title: "在家开小店的第一年：账本、供应商和十个教训",
    priceCents: 990,
    freePercent: 35,
    body: "去年辞了职，在家做手工面点，靠同城配送活了下来。写下第一年的全部数字，给想试的朋友一个参照。\n\n## 先说结论\n\n毛利 58%，前三个月亏，第五个月回本，第十个月开始请人。\n\n## 账本\n\n| 项目 | 月均（元） | 说明 |\n| --- | ---: | --- |\n| 面粉、馅料 | 3,120 | 涨价两次 |\n| 包装 | 640 | 换过三家 |\n| 配送 | 1,450 | 自送占三成 |\n| 平台抽成 | 980 | 只做了一家 |\n\n## 供应商怎么谈\n\n1. 先买三次散货，再谈月结\n2. 每次留样，出了问题有凭据\n3. 价格写在同一张表里，每季度重谈\n\n## 十个教训\n\n最贵的一个：不要为了好看的包装改配方。其余九个都和时间有关：备料时间、睡觉时间、回消息的时间。列成清单贴在冰箱上，比任何课程都有用。",
  },
  {
    author: "demo_member_en",
    board: "Web development",
    title: "From 4.1 s to 0.9 s: how we made an old shop fast",
    priceCents: 600,
    freePercent: 30,
    body: "Nobody asked for a rewrite, so we did not write one. This is the list of what we changed in six weeks, in the order of what it brought.\n\n## What we measured first\n\nReal visitors on real phones. The lab said 2.2 s, the phones said 4.1 s.\n\n## The changes\n\n| Change | Saved | Effort |\n| --- | ---: | --- |\n| Pictures in the right size | 1.3 s | 2 days |\n| One font instead of five | 0.6 s | 1 day |\n| Cache in front of the listing | 0.8 s | 1 week |\n| No tag manager on checkout | 0.5 s | 1 meeting |\n\n## What did not help\n\nSplitting the bundle into forty files, service workers, and a faster server. The database had been idle all the time.\n\n## What we would do again\n\nA budget that fails the build. It was the only change that kept the others.",
  },
] as const;

/** Threads with a red packet; the replies open it. */
export const PACKETS = [
  {
    author: "demo_admin",
    board: "公告",
    title: "社区半岁了，发个红包谢谢大家",
    body: "半年前这里只有十几个人，今天你们每天写下几十个帖子。红包不大，回帖就能拆，手气随缘。\n\n下半年的愿望：**多写长文，多传照片，少熬夜**。",
    rule: "RANDOM",
    shareCount: 30,
    amountCents: 8_888,
    replies: [
      "生日快乐！",
      "手气来！",
      "谢谢林老板",
      "半年了，真快",
      "祝社区越来越好",
      "来了来了",
      "拆到六毛六，开心",
      "愿望收到，今晚就写长文",
    ],
  },
  {
    author: "demo_member",
    board: "摄影",
    title: "拍到了今年的第一张银河，开心，发个小红包",
    body: "凌晨三点，海拔两千三，手冻僵了，但是值得。\n\n参数：14mm，f/2.8，20 秒，ISO 3200。回帖说说你们最冷的一次拍摄。",
    rule: "FIXED",
    shareCount: 10,
    amountCents: 1_000,
    replies: [
      "零下二十度拍雾凇，电池十分钟就没电",
      "在海边等日出，等来一场雨",
      "恭喜！这个季节能拍到不容易",
      "冬天拍星轨，三脚架和手冻在一起了",
    ],
  },
] as const;

/** Threads whose authors offer money for help. */
export const BOUNTIES = [
  {
    author: "demo_member",
    board: "硬件与数码",
    title: "悬赏：NAS 断电后有一块盘不认了，数据怎么救？",
    body: "四盘位，做的是单盘冗余。昨晚停电，今天开机第三块盘显示未初始化，里面有孩子五年的照片。\n\n已经**关机没有再动**，求懂的朋友指条路。",
    amountCents: 5_000,
    lastsDays: 6,
    given: 2_000,
    replies: [
      "先别重建！把四块盘做好标记，逐块用 SMART 工具看一眼，再决定",
      "如果只是接口松了，换个盘位就能认，我遇到过两次",
      "重要数据直接找专业的，报价之前他们会先检测",
    ],
  },
  {
    author: "demo_member_en",
    board: "General talk",
    title: "Bounty: who can tell when this typewriter was made?",
    body: "Found in my grandmother's attic: portable, green case, no visible serial number, keys with an @ sign. She says it was there before the house had electricity, which cannot be right.",
    amountCents: 1_500,
    lastsDays: 9,
    given: 0,
    replies: [
      "The number is often under the carriage. Push it all the way to the left and look at the frame",
      "An @ on the keyboard rules out most models before 1960",
    ],
  },
] as const;

/** Questions to one member, who is paid for the answer. */
export const QUESTIONS = [
  {
    author: "demo_member",
    asked: "demo_mod",
    board: "读书",
    title: "想请老陈推荐：第一次读《资治通鉴》从哪里开始？",
    body: "买回来半年还没拆封。平时一天能读四十分钟，古文一般。请老陈说说顺序和版本。",
    amountCents: 1_000,
    answer:
      "别从第一卷开始。先读卷六十五到六十九，也就是赤壁前后，人物熟，文字也好。版本选有胡三省注、带年表的；一天一年，读完一年在年表上画一笔。三个月之后再回头读战国，会顺很多。",
    onlookers: 4,
  },
  {
    author: "demo_member_en",
    asked: "demo_mod_en",
    board: "Learning Chinese",
    title: "For Maren: how did you get from textbooks to novels?",
    body: "I know about 1,800 characters and still stop in every sentence. What did you read in that phase, and how much did you look up?",
    amountCents: 800,
    answer: null,
    onlookers: 0,
  },
] as const;

/** Threads with a poll. */
export const POLLS = [
  {
    author: "demo_mod",
    board: "公告",
    title: "下一次线下聚会去哪里？大家来投票",
    body: "时间定在下个月第二个周末，地点大家定。票数最多的城市由当地的朋友牵头。",
    kind: "SINGLE",
    options: ["杭州，茶山徒步", "成都，吃三天", "青岛，看海", "西安，逛博物馆"],
    voters: 58,
  },
  {
    author: "demo_mod_en",
    board: "General talk",
    title: "What should we do more of this winter?",
    body: "Choose as many as you would really join. We start with the two that win.",
    kind: "MULTIPLE",
    options: ["Reading circle", "Repair evenings", "Photo walks", "Language exchange"],
    voters: 24,
  },
] as const;

/** Private talks: lines by turns, the first by the first of the two. */
export const CHATS = [
  {
    between: ["demo_mod", "demo_member"],
    lines: [
      "你的银河照片想做成这周的首页横幅，可以吗？",
      "当然可以！我发你一张没有压缩的",
      "太好了，署名写「一只柚子」？",
      "对的，谢谢老陈",
    ],
  },
  {
    between: ["demo001", "demo_member"],
    lines: ["前辈好，请问发图片有什么要求吗？", "欢迎！一次最多九张，横着拍更好看", "明白了，谢谢！"],
  },
  {
    between: ["demo_member_en", "demo_mod_en"],
    lines: [
      "Could you move my thread about trains? I picked the wrong board.",
      "Done. The old link still works.",
      "That was quick, thank you!",
    ],
  },
] as const;

/** A group chat: its owner, who else is in it, and what they say. */
export const ROOM = {
  name: "周末徒步小队",
  owner: "demo_member",
  members: ["demo_mod", "demo_admin", "demo_trial"],
  lines: [
    ["demo_member", "这周六天气不错，九溪走起？"],
    ["demo_mod", "可以，九点地铁口见"],
    ["demo_admin", "我带茶，谁带吃的？"],
    ["demo_member", "我带，烤红薯管够"],
  ],
} as const;

/** The group that members buy. */
export const GROUP = {
  name: "年度会员",
  description: "支持社区一年：金色名牌、更大的附件、专属徽章。",
  color: "#b7791f",
  fee: 6_800,
  days: 365,
} as const;

import type { Random } from "../../server/cli/demo/random.ts";

/** Words that people use all the time; they stand at the head of the vocabulary. */
const COMMON_HAN =
  "的 了 是 我 在 不 就 有 也 都 我们 一个 这个 没有 大家 可以 什么 如果 因为 所以 但是 还是 时候 现在 已经 觉得 知道 自己 问题 怎么 真的 其实 可能 应该 时间 地方 东西 朋友 楼主 感谢 分享 推荐 使用 手机 电脑 软件 系统 数据 网络 服务 程序 代码 版本 功能 设置 更新 安装 文件 照片 相机 镜头 音乐 电影 小说 游戏 旅行 城市 地铁 火车 飞机 酒店 美食 餐厅 咖啡 面包 米饭 水果 蔬菜 天气 下雨 周末 假期 工作 公司 同事 老板 工资 面试 学校 老师 学生 考试 学习 英语 数学 孩子 父母 家庭 医院 医生 身体 运动 跑步 健身 篮球 足球 比赛 装修 房子 租房 价格 便宜 质量 品牌 快递 论坛 帖子 回复 管理 会员 积分 活动 规则 投票 搜索 收藏 关注 点赞 评论";

const COMMON_LATIN =
  "the to and a of in is it that for you was with on have be this are not but they at so what just my from we or can if about all would there one like out when more some time get know how do think good really good will no up people which also them than work use make way even right first new want because then only over any after need thing very most still where much back too try see now go find problem place year day start long point help read write question answer thanks great best better old small big fast slow money price house city train bike phone camera book film music game food coffee bread school child friend family weather water garden morning evening weekend travel plan change keep learn build test code server system file version update install setting network screen battery light sound color".split(
    " ",
  );

/** Characters of which further words are made. */
const HAN =
  "天地人和上下大小多少高低长短新旧前后左右东西南北中外春夏秋冬日月星云风雨雪山水江河湖海花草树木石土金银铁玉火光电声色香味书画文字词句语言诗歌笔墨纸张车船马牛羊鱼鸟虫龙虎门窗桌椅床灯衣帽鞋袜针线刀叉碗盘杯瓶食饮茶酒饭菜肉蛋奶糖盐油醋手足头眼耳口鼻心脑血骨皮毛父母兄弟姐妹儿女友师生医工农商军民王国家乡村城镇街道路桥店铺市场银行学校院馆园林场站港口机票货物品质量价钱买卖租借收付送取开关进出来去走跑飞跳坐站立行住动静快慢早晚明暗冷热干湿轻重厚薄深浅远近宽窄真假好坏美丑善恶强弱胜负得失成败安危存亡始终起落升降增减加乘除算数理化史政经法律德智体群育劳技术艺能力量度级别类型式样形状态情意志思想念想象感觉知识见闻听说读写记忆理解问答题目标准则规定期限时间空位置方向";

const SYLLABLES =
  "ba ber bo can cor da del den do el en fa fer ga gen ha hil ka kel la len lo ma mer mi mo na nel no o pa per ra ren ri ro sa sel so ta ter to va vel vi wa wen ya".split(
    " ",
  );

/** Made-up words per language beyond the common ones. */
const RARE_WORDS = 3000;

/** Words of one language, frequent ones first, drawn as often as language draws them (Zipf's law). */
export class Vocabulary {
  private readonly reach: Float64Array;

  constructor(readonly words: readonly string[]) {
    this.reach = new Float64Array(words.length);
    let sum = 0;
    for (let rank = 0; rank < words.length; rank++) this.reach[rank] = sum += 1 / (rank + 2.7);
  }

  /** A word of a text. */
  draw(random: Random): string {
    const wanted = random.next() * this.reach.at(-1)!;
    let [low, high] = [0, this.reach.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.reach[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return this.words[low]!;
  }
}

/** The Chinese vocabulary: common words, then made-up ones of two characters. */
export function hanVocabulary(random: Random): Vocabulary {
  const characters = [...new Set(HAN)];
  return grow(COMMON_HAN.split(" "), () => random.pick(characters) + random.pick(characters));
}

/** The English vocabulary: common words, then made-up ones of two to four syllables. */
export function latinVocabulary(random: Random): Vocabulary {
  return grow(COMMON_LATIN, () =>
    Array.from({ length: random.between(2, 4) }, () => random.pick(SYLLABLES)).join(""),
  );
}

function grow(common: readonly string[], invent: () => string): Vocabulary {
  const words = new Set(common);
  while (words.size < common.length + RARE_WORDS) words.add(invent());
  return new Vocabulary([...words]);
}

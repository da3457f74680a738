/** Words of a title that are looked for: more would find nothing, since all of them have to be there. */
const KEYWORDS_MAX = 2;
/** A title shorter than this says too little, in characters. */
const TITLE_MIN = 4;
const WORD_MIN = 2;
/** Words that many titles have in common and that say nothing about their subject. */
const COMMON = new Set(
  "怎么 如何 什么 为什么 有没有 大家 请问 求助 分享 推荐 一个 可以 这个 那个 我们 你们 the and for with how what why where does from this that your about have".split(
    " ",
  ),
);

/** The words of a title by which similar threads are found: the longest ones; empty if it says too little. */
export function keywordsOf(title: string): string {
  const text = title.trim();
  if (text.length < TITLE_MIN) return "";
  const words =
    typeof Intl.Segmenter === "undefined"
      ? text.split(/[\s\p{P}]+/u)
      : [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)]
          .filter(({ isWordLike }) => isWordLike)
          .map(({ segment }) => segment);
  const telling = [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= WORD_MIN && !COMMON.has(word),
  );
  return telling
    .sort((a, b) => b.length - a.length)
    .slice(0, KEYWORDS_MAX)
    .join(" ");
}

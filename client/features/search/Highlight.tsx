/** Runs that search treats as one piece: Han, Kana, Hangul, or anything else between blanks. */
const PIECES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\s\p{P}\p{S}]+/gu;

/** The words of a keyword, longest first, so that the longest match wins; each escaped for a pattern. */
function patternOf(keyword: string): RegExp | null {
  const words = [...new Set(keyword.normalize("NFKC").match(PIECES) ?? [])].sort(
    (a, b) => b.length - a.length,
  );
  if (words.length === 0) return null;
  return new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
}

/** Text with what was searched for marked. Built from text alone: nothing in it can become an element. */
export function Highlight({ text, keyword }: { text: string; keyword: string }) {
  const pattern = patternOf(keyword);
  if (!pattern) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
    </bdi>
  );
}

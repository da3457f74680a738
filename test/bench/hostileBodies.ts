/** Bodies that keep parsers busy: each as long as bodies may be, of one kind of mark. */

function until(length: number, piece: (index: number) => string): string {
  const parts: string[] = [];
  for (let [index, written] = [0, 0]; written < length; index++) {
    parts.push(piece(index));
    written += parts.at(-1)!.length;
  }
  return parts.join("").slice(0, length);
}

const INDENTED = 200;

/** Makes a body of a kind and of a length. */
export const HOSTILE_BODIES: Readonly<Record<string, (length: number) => string>> = {
  "ordinary text": (n) => until(n, () => "Some **bold** words, a [link](https://a.example) and `code`.\n\n"),
  "plain text": (n) => until(n, () => "只是一段普通的文字，没有别的。\n"),
  "quoted paragraphs": (n) => until(n, () => "> a\n\n"),
  list: (n) => until(n, () => "- a\n"),
  headings: (n) => until(n, () => "# a\n"),
  "task list": (n) => until(n, () => "- [ ] a\n"),
  "rows of a table": (n) => `a|b\n-|-\n${until(n - 8, () => "c|d\n")}`,
  "wide table, short rows": (n) =>
    `${"|a".repeat(n / 6)}|\n${"|-".repeat(n / 6)}|\n${until(n / 3 - 4, () => "x\n")}`,
  "many tables": (n) => until(n, () => "a|b\n-|-\n\n"),
  "nested quotes": (n) => until(n, () => "> "),
  "nested quotes in each line": (n) => until(n, () => "> > > > > > a\n"),
  "nested lists": (n) => until(n, () => "- "),
  "indented lists": (n) => until(n, (index) => `${" ".repeat((index * 2) % INDENTED)}- x\n`),
  "lines of a deep quote": (n) => "> ".repeat(12) + until(n - 24, () => "a\n"),
  "underlined headings": (n) => until(n, () => "a\n-\n"),
  "open brackets": (n) => until(n, () => "["),
  "open pictures": (n) => until(n, () => "!["),
  "links in links": (n) => until(n, () => "[a]("),
  "closed brackets": (n) => "[".repeat(n / 3) + until((n / 3) * 2, () => "](b)"),
  stars: (n) => until(n, () => "*"),
  "emphasis without end": (n) => until(n, () => "*a "),
  "two kinds of emphasis": (n) => until(n, () => "*a_"),
  emphasis: (n) => until(n, () => "*a* "),
  underscores: (n) => until(n, () => "_a_ "),
  strikes: (n) => until(n, () => "~~a~~ "),
  "code marks": (n) => until(n, () => "`a"),
  "code marks of every length": (n) => until(n, (index) => `${"`".repeat(index)}a `),
  fences: (n) => until(n, () => "```\n"),
  "angle brackets": (n) => until(n, () => "<a "),
  comments: (n) => until(n, () => "<!--"),
  definitions: (n) => until(n, (index) => `[a${index}]: b\n[a${index}] `),
  "titles without end": (n) => until(n, () => "[a]: b '\n"),
  "one long definition": (n) => `[a]: ${"x".repeat(n / 2)}\n\n${until(n / 2 - 8, () => "[a] ")}`,
  footnotes: (n) => until(n, (index) => `[^${index}]: x\n\n`),
  addresses: (n) => until(n, () => "http://a.b "),
  "an address of parentheses": (n) => `http://a.b/${"(".repeat(n - 11)}`,
  "addresses in angles": (n) => until(n, () => "<http://a"),
  "mail addresses": (n) => until(n, () => "a@b.cc "),
  www: (n) => until(n, () => "www.a.b "),
  mentions: (n) => until(n, () => "@a "),
  "a long name": (n) => `@${"·".repeat(n - 1)}`,
  topics: (n) => until(n, () => "#a "),
  "signs of topics": (n) => until(n, () => "#"),
  entities: (n) => until(n, () => "&amp;"),
  backslashes: (n) => until(n, () => "\\"),
  "line breaks": (n) => until(n, () => "a\n"),
  "nothing but line breaks": (n) => `a*${"\n".repeat(n - 3)}b`,
  blanks: (n) => `a${" ".repeat(n - 2)}b`,
  "tabs behind a star": (n) => `a *\n${"\t".repeat(n - 5)}x`,
  "variation selectors": (n) => `x${"\uFE0F".repeat(n - 2)}a`,
  pictures: (n) => until(n, () => "![a](/files/a.png)"),
};

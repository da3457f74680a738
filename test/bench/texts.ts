import { Random } from "../../server/cli/demo/random.ts";
import { hanVocabulary, latinVocabulary, type Vocabulary } from "./words.ts";

/** Seed of the vocabularies; texts and search words must agree on it. */
export const VOCABULARY_SEED = 7;
/** One text in so many holds more than plain paragraphs. */
const DECORATED_EVERY = 6;
const DECORATIONS = 200;

type Language = "zh" | "en";

/** Markdown with the HTML that the program makes of it. */
export interface Text {
  readonly body: string;
  readonly html: string;
}

/** The program's renderer; slow, so most texts are plain paragraphs whose HTML is known. */
export type Render = (markdown: string) => string;

/** Writes what the members of the benchmark's forum say: Chinese, English, and both mixed. */
export class Writer {
  private readonly words: Readonly<Record<Language, Vocabulary>>;
  private readonly decorations: readonly Text[];

  constructor(
    private readonly random: Random,
    private readonly render: Render,
  ) {
    const source = new Random(VOCABULARY_SEED);
    this.words = { zh: hanVocabulary(source), en: latinVocabulary(source) };
    this.decorations = Array.from({ length: DECORATIONS }, (_, index) => this.decoration(index));
  }

  /** A line of so many words. */
  title(): string {
    return this.sentence(this.language(), this.random.between(4, 9)).slice(0, 60).trim();
  }

  /** A text of about so many characters. */
  text(length: number): Text {
    const paragraphs: Text[] = [];
    if (this.random.chance(1 / DECORATED_EVERY)) paragraphs.push(this.random.pick(this.decorations));
    const language = this.language();
    let rest = Math.round(length * (0.5 + this.random.next()));
    while (rest > 0) {
      const paragraph = this.paragraph(
        this.random.chance(0.1) ? "en" : language,
        Math.min(rest, this.random.between(90, 260)),
      );
      paragraphs.push({ body: paragraph, html: `<p>${paragraph}</p>` });
      rest -= paragraph.length;
    }
    return {
      body: paragraphs.map(({ body }) => body).join("\n\n"),
      html: paragraphs.map(({ html }) => html).join("\n"),
    };
  }

  /** @throws {Error} if a text's HTML is not what the program makes of it: then the renderer has changed. */
  check({ body, html }: Text): void {
    const rendered = this.render(body);
    if (rendered.trim() !== html) {
      throw new Error(`The benchmark's HTML is not the program's:\n${html}\n---\n${rendered}`);
    }
  }

  private language(): Language {
    return this.random.chance(0.65) ? "zh" : "en";
  }

  private paragraph(language: Language, length: number): string {
    const sentences: string[] = [];
    let sum = 0;
    while (sum < length) {
      const sentence =
        this.sentence(language, this.random.between(5, 16)) + (language === "zh" ? "。" : ". ");
      sentences.push(sentence);
      sum += sentence.length;
    }
    return sentences.join("").trim();
  }

  private sentence(language: Language, count: number): string {
    const words = Array.from({ length: count }, () => this.words[language].draw(this.random));
    if (language === "zh") {
      if (count > 9) words.splice(count >> 1, 0, "，");
      return words.join("");
    }
    const text = words.join(" ");
    return text[0]!.toUpperCase() + text.slice(1);
  }

  private decoration(index: number): Text {
    const some = (count: number): string => this.sentence(index % 2 ? "zh" : "en", count);
    const kinds = [
      () => `- ${some(5)}\n- **${some(3)}**\n- ${some(6)}`,
      () => `> ${some(8)}`,
      () => `## ${some(4)}`,
      () => `1. ${some(4)}\n2. ${some(5)}`,
      () => `\`\`\`\nconst answer = ${index};\nreturn answer;\n\`\`\``,
      () => `${some(4)} *${some(2)}* ${some(3)} \`${some(1)}\``,
    ];
    const body = kinds[index % kinds.length]!();
    return { body, html: this.render(body).trim() };
  }
}

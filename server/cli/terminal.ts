import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";

/** Details of a question. */
export interface QuestionOptions {
  /** Answer of an empty line. */
  readonly fallback?: string;
  /** Keeps what is typed off the screen. */
  readonly isSecret?: boolean;
}

/** Asks questions at a terminal, or takes the answers from lines of a pipe. */
export class Terminal {
  private readonly lines: string[] = [];
  private readonly reader: Interface;
  private waiting: ((line: string | null) => void) | null = null;
  private hasEnded = false;
  private isMuted = false;

  constructor(
    input: NodeJS.ReadStream = process.stdin,
    private readonly output: NodeJS.WriteStream = process.stdout,
  ) {
    const echo = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        if (!this.isMuted) this.output.write(bytes);
        done();
      },
    });
    this.reader = createInterface({ input, output: echo, terminal: input.isTTY });
    this.reader.on("line", (line) => this.take(line));
    this.reader.on("close", () => {
      this.hasEnded = true;
      this.waiting?.(null);
    });
  }

  /** Writes a line. */
  say(line: string): void {
    this.output.write(`${line}\n`);
  }

  /** Asks a question. @throws {Error} if the input ends before the answer */
  async ask(question: string, { fallback = "", isSecret = false }: QuestionOptions = {}): Promise<string> {
    this.output.write(fallback === "" || isSecret ? `${question}: ` : `${question} [${fallback}]: `);
    this.isMuted = isSecret;
    const line = this.lines.shift() ?? (this.hasEnded ? null : await this.next());
    this.isMuted = false;
    if (isSecret) this.output.write("\n");
    if (line === null)
      throw new Error("The input ended before every question had an answer; nothing was written.");
    return line.trim() || fallback;
  }

  /** Asks a question that yes or no answers. */
  async confirm(question: string, fallback: boolean): Promise<boolean> {
    for (;;) {
      const answer = await this.ask(`${question} (yes/no)`, { fallback: fallback ? "yes" : "no" });
      if (/^y(es)?$/i.test(answer)) return true;
      if (/^no?$/i.test(answer)) return false;
    }
  }

  /** Lets go of the input. */
  close(): void {
    this.reader.close();
  }

  private next(): Promise<string | null> {
    return new Promise((resolve) => (this.waiting = resolve));
  }

  private take(line: string): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) waiting(line);
    else this.lines.push(line);
  }
}

/** A subject that people of the demo community open threads about; `{slot}` is filled from the board's words. */
export interface Topic {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Answers that fit this subject only. */
  readonly replies?: readonly string[];
  /** Shows a generated picture below the body. */
  readonly picture?: boolean;
}

/** A category of the demo community with what is talked about in it. */
export interface Board {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly language: "zh" | "en";
  /** Words for the slots of topics and replies. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly topics: readonly Topic[];
  /** Answers that fit every thread of the board. */
  readonly replies: readonly string[];
}

/** A category of the first level with its boards. */
export interface Section {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  /** Also that of its boards. */
  readonly color: string;
  readonly boards: readonly Board[];
}

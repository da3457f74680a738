import { type CheckLabel, type CheckService, type CheckVerdict, PROBLEM_MAX } from "./contentCheck.entity.ts";

/** Something that a service found. */
export interface Finding {
  readonly label: CheckLabel;
  /** The service's own name of it; may be empty. */
  readonly detail: string;
  /** Certainty, 0 to 100. */
  readonly score: number;
  /** Words of the text that it is about. */
  readonly words: readonly string[];
  /** True if it is about a picture. */
  readonly isPicture: boolean;
}

/** Answer of a service about a text or picture. */
export interface Answer {
  readonly verdict: CheckVerdict;
  readonly findings: readonly Finding[];
}

/** Facts about what is checked that a service may have; nothing about its author. */
export interface CheckFacts {
  /** Name of the call for the records of the service: `t12` or `p34`. */
  readonly id: string;
}

/** An outside service that checks texts and pictures. */
export interface ContentChecker {
  readonly service: CheckService;
  /** Longest text of one call, in code points. */
  readonly textMax: number;
  /** False if the service takes no bytes of pictures. */
  readonly takesPictures: boolean;
  /** @throws {CheckError} */
  checkText(text: string, facts: CheckFacts): Promise<Answer>;
  /** @param bytes a JPEG of at most one megabyte @throws {CheckError} */
  checkPicture(bytes: Buffer, facts: CheckFacts): Promise<Answer>;
}

/** Failure of a call. Its text is a short code: no key, no text of a member. */
export class CheckError extends Error {
  constructor(code: string) {
    super(code.slice(0, PROBLEM_MAX));
    this.name = "CheckError";
  }
}

import type { Sentence } from "../../core/locale.ts";
import { Problem, sentenceFor } from "../problems.ts";

/** A place in a mapping that cannot be as it is. */
export class MappingMistake extends Problem {
  /**
   * @param name of the file
   * @param place in it, such as `groups.3.to`, counted from 0; empty for the whole
   */
  constructor(
    name: string,
    readonly place: string,
    readonly reason: Sentence,
  ) {
    super("MAPPING_WRONG", sentenceFor("MAPPING_WRONG", name, place, reason));
  }
}

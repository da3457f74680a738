import { differenceOf } from "../support/editorDocuments.ts";
import { chanceOf, Writer } from "../support/randomDocuments.ts";

/** Documents of one seed; a difference is found again by its seed and number. */
const DOCUMENTS_PER_SEED = 1_000;

/** Tries documents of the editor at random; gives the number of those that became something else, and the first of them. */
export function checkDocuments(count: number): { differences: number; first: string | null } {
  let [differences, first, writer]: [number, string | null, Writer] = [0, null, new Writer(chanceOf(0))];
  for (let index = 0; index < count; index++) {
    const [seed, place] = [Math.floor(index / DOCUMENTS_PER_SEED), index % DOCUMENTS_PER_SEED];
    if (place === 0) writer = new Writer(chanceOf(seed));
    const difference = differenceOf(writer.document());
    if (difference === null) continue;
    differences++;
    first ??= `document ${place} of seed ${seed}: ${difference}`;
  }
  return { differences, first };
}

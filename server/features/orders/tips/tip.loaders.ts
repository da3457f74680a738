import { defineLoader } from "../../../core/loaders.ts";
import { selectTippers, type Tippers } from "./tip.sql.ts";

/** Members who tipped the author of a thread, by thread, batched; absent where nobody did. */
export const tippersOf = defineLoader<number, Tippers>("tippersOf", selectTippers);

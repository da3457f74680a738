import { definePage } from "../page.ts";
import { NotFound } from "./NotFound.tsx";

/** `/404` and every address that nothing else answers. */
export const notFoundPage = definePage({ Component: NotFound });

import type { Feature } from "../../core/feature.ts";
import { Category } from "./category.entity.ts";
import { CategoryResolver } from "./category.resolver.ts";
import { categoriesRest } from "./categories.rest.ts";
import { createFirstCategory } from "./presets.ts";

/** Places for threads, in two levels. */
export const categories: Feature = {
  name: "categories",
  entities: [Category],
  resolvers: [CategoryResolver],
  rest: categoriesRest,
  prepare: createFirstCategory,
};

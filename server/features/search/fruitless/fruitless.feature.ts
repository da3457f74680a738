import type { Feature } from "../../../core/feature.ts";
import { fruitlessJobs } from "./fruitless.jobs.ts";
import { FruitlessResolver } from "./fruitless.resolver.ts";
import { FruitlessSearch } from "./fruitlessSearch.entity.ts";

/** Searches that found nothing, counted for administrators. */
export const fruitlessSearches: Feature = {
  name: "search/fruitless",
  entities: [FruitlessSearch],
  resolvers: [FruitlessResolver],
  jobs: fruitlessJobs,
};

import type { Context } from "../../../core/context.ts";
import { categoryTree } from "../../categories/category.service.ts";
import { OVERVIEW_INDEX } from "../thread.entity.ts";
import { ThreadSort, ThreadType, type ThreadFilter } from "../thread.input.ts";
import { countPlaces } from "./thread.list.sql.ts";

/** Categories with so many threads together are read whole, rather than the forum for what may be rare in them. */
const SMALL_CATEGORY = 20_000;

/** The parts of a request that decide about the index. */
interface FilteredList {
  readonly filter?: ThreadFilter | null;
  readonly sort: ThreadSort;
}

/** Chooses the index for filters that no index is made for; engines without statistics choose badly among those that fit. */
export async function indexFor(
  ctx: Context,
  { filter, sort }: FilteredList,
  categories: "all" | number[],
): Promise<string | undefined> {
  if (!filter) return undefined;
  const { authorId, followed, favorite, liked, likedById, essence, type } = filter;
  if (followed || favorite || liked || likedById) return undefined;
  if (authorId) return "ix_threads_authorId_createdAt_id";
  if (categories !== "all") {
    const { byId } = await categoryTree(ctx);
    const count = categories.reduce((sum, id) => sum + (byId.get(id)?.threadCount ?? 0), 0);
    if (count <= SMALL_CATEGORY) return "ix_threads_categoryId_visible_createdAt_id";
  }
  if (type === ThreadType.POSITION && (await arePlacesFew(ctx))) return "ix_threads_longitude";
  return type && !essence && sort === ThreadSort.NEWEST ? OVERVIEW_INDEX : undefined;
}

/** True if few threads have a position; many are found soon in the order of any list. */
async function arePlacesFew(ctx: Context): Promise<boolean> {
  return (await countPlaces(ctx, SMALL_CATEGORY)) < SMALL_CATEGORY;
}

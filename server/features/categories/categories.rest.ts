import { route, type RestRoutes } from "../../core/rest.ts";
import { listCategoriesForLegacy, listCategoriesForWriting } from "./legacyCategories.ts";
import { listPermissionsForLegacy } from "./legacyPermissions.ts";

/** REST routes of categories for legacy clients (legacy-facts 3.5). */
export const categoriesRest: RestRoutes = {
  "GET /api/v3/categories": route(null, listCategoriesForLegacy, {
    whileWaiting: true,
    beforeJoining: true,
    answer: "list",
    codes: [-4002],
  }),
  "GET /api/v3/categories.thread": route(null, listCategoriesForWriting, {
    who: "user",
    whileWaiting: true,
    answer: "list",
    codes: [-4002],
  }),
  "GET /api/v3/group.permission.list": route(null, listPermissionsForLegacy, {
    who: "member",
    beforeJoining: true,
  }),
};

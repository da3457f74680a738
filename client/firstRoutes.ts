import type { PageRoute } from "./page.ts";

/**
 * Addresses of threads and of lists of them → lazy page: the part of the table that every first page brings, since most
 * readers stay within it. A first word of a path stands here or in client/routes.tsx, not in both.
 */
export const firstRoutes: readonly PageRoute[] = [
  {
    path: "/",
    module: "features/home/HomePage.tsx",
    load: () => import("./features/home/HomePage.tsx").then((m) => m.homePage),
  },
  {
    path: "/category/:id",
    module: "features/home/HomePage.tsx",
    load: () => import("./features/home/HomePage.tsx").then((m) => m.homePage),
  },
  {
    path: "/categories",
    module: "features/categories/CategoriesPage.tsx",
    load: () => import("./features/categories/CategoriesPage.tsx").then((m) => m.categoriesPage),
  },
  {
    path: "/discover",
    module: "features/search/DiscoverPage.tsx",
    load: () => import("./features/search/DiscoverPage.tsx").then((m) => m.discoverPage),
  },
  {
    path: "/search",
    module: "features/search/SearchPage.tsx",
    load: () => import("./features/search/SearchPage.tsx").then((m) => m.searchPage),
  },
  {
    path: "/topic",
    module: "features/topics/TopicsPage.tsx",
    load: () => import("./features/topics/TopicsPage.tsx").then((m) => m.topicsPage),
  },
  {
    path: "/topic/:id",
    module: "features/topics/TopicPage.tsx",
    load: () => import("./features/topics/TopicPage.tsx").then((m) => m.topicPage),
  },
  {
    path: "/thread/post",
    module: "features/publishing/PublishPage.tsx",
    load: () => import("./features/publishing/PublishPage.tsx").then((m) => m.publishPage),
  },
  {
    path: "/thread/:id",
    module: "features/threads/page/ThreadPage.tsx",
    load: () => import("./features/threads/page/ThreadPage.tsx").then((m) => m.threadPage),
  },
  {
    path: "/thread/comment/:id",
    module: "features/posts/CommentPage.tsx",
    load: () => import("./features/posts/CommentPage.tsx").then((m) => m.commentPage),
  },
  {
    path: "/thread/:id/edit",
    module: "features/publishing/EditThreadPage.tsx",
    load: () => import("./features/publishing/EditThreadPage.tsx").then((m) => m.editThreadPage),
  },
];

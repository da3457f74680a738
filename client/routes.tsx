import type { Page } from "./page.ts";

/** One address of the forum and the module that shows it. */
export interface PageRoute {
  /** Pattern of React Router. */
  path: string;
  load: () => Promise<Page>;
}

/**
 * Every address → lazy page. A page module exports a `Page` made by `definePage`, which names its component and
 * its `queries`; nothing of it is loaded before somebody goes there.
 */
export const routes: readonly PageRoute[] = [
  { path: "/", load: () => import("./features/home/HomePage.tsx").then((m) => m.homePage) },
  { path: "/category/:id", load: () => import("./features/home/HomePage.tsx").then((m) => m.homePage) },
  { path: "/search", load: () => import("./features/search/SearchPage.tsx").then((m) => m.searchPage) },
  {
    path: "/thread/post",
    load: () => import("./features/threads/PublishPage.tsx").then((m) => m.publishPage),
  },
  { path: "/thread/:id", load: () => import("./features/threads/ThreadPage.tsx").then((m) => m.threadPage) },
  {
    path: "/thread/:id/edit",
    load: () => import("./features/threads/EditThreadPage.tsx").then((m) => m.editThreadPage),
  },
  { path: "/my", load: () => import("./features/users/MyPage.tsx").then((m) => m.myPage) },
  {
    path: "/user/username-login",
    load: () => import("./features/session/LoginPage.tsx").then((m) => m.loginPage),
  },
  { path: "/user/login", load: () => import("./features/session/LoginPage.tsx").then((m) => m.loginPage) },
  {
    path: "/user/register",
    load: () => import("./features/session/RegisterPage.tsx").then((m) => m.registerPage),
  },
  { path: "/setup", load: () => import("./features/session/SetupPage.tsx").then((m) => m.setupPage) },
  { path: "/user/:id", load: () => import("./features/users/UserPage.tsx").then((m) => m.userPage) },
  { path: "/admin", load: () => import("./features/admin/AdminHomePage.tsx").then((m) => m.adminHomePage) },
  { path: "*", load: () => import("./layout/NotFoundPage.tsx").then((m) => m.notFoundPage) },
];

import { firstRoutes } from "./firstRoutes.ts";
import type { PageRoute } from "./page.ts";

/** Addresses that no first page needs to know → lazy page. */
const laterRoutes: readonly PageRoute[] = [
  {
    path: "/forum",
    module: "features/about/ForumPage.tsx",
    load: () => import("./features/about/ForumPage.tsx").then((m) => m.forumPage),
  },
  {
    path: "/forum/partner-invite",
    module: "features/memberships/JoinPage.tsx",
    load: () => import("./features/memberships/JoinPage.tsx").then((m) => m.joinPage),
  },
  {
    path: "/invite",
    module: "features/invitations/InvitePage.tsx",
    load: () => import("./features/invitations/InvitePage.tsx").then((m) => m.invitePage),
  },
  {
    path: "/card",
    module: "features/threads/sharing/PosterPage.tsx",
    load: () => import("./features/threads/sharing/PosterPage.tsx").then((m) => m.posterPage),
  },
  {
    path: "/message",
    module: "features/messages/MessagePage.tsx",
    load: () => import("./features/messages/MessagePage.tsx").then((m) => m.messagePage),
  },
  {
    path: "/my",
    module: "features/users/profile/MyPage.tsx",
    load: () => import("./features/users/profile/MyPage.tsx").then((m) => m.myPage),
  },
  {
    path: "/my/settings",
    module: "features/account/SettingsPage.tsx",
    load: () => import("./features/account/SettingsPage.tsx").then((m) => m.settingsPage),
  },
  {
    path: "/my/authorize",
    module: "features/tokens/AuthorizePage.tsx",
    load: () => import("./features/tokens/AuthorizePage.tsx").then((m) => m.authorizePage),
  },
  {
    path: "/my/buy",
    module: "features/orders/PurchasesPage.tsx",
    load: () => import("./features/orders/PurchasesPage.tsx").then((m) => m.purchasesPage),
  },
  {
    path: "/my/upgrade",
    module: "features/upgrades/UpgradePage.tsx",
    load: () => import("./features/upgrades/UpgradePage.tsx").then((m) => m.upgradePage),
  },
  {
    path: "/plugin/*",
    module: "features/plugins/PluginPage.tsx",
    load: () => import("./features/plugins/PluginPage.tsx").then((m) => m.pluginPage),
  },
  {
    path: "/wallet",
    module: "features/wallet/WalletPage.tsx",
    load: () => import("./features/wallet/WalletPage.tsx").then((m) => m.walletPage),
  },
  {
    path: "/wallet/recharge",
    module: "features/payments/RechargePage.tsx",
    load: () => import("./features/payments/RechargePage.tsx").then((m) => m.rechargePage),
  },
  {
    path: "/wallet/withdraw",
    module: "features/withdrawals/WithdrawPage.tsx",
    load: () => import("./features/withdrawals/WithdrawPage.tsx").then((m) => m.withdrawPage),
  },
  {
    path: "/user/username-login",
    module: "features/auth/LoginPage.tsx",
    load: () => import("./features/auth/LoginPage.tsx").then((m) => m.loginPage),
  },
  {
    path: "/user/phone-login",
    module: "features/auth/LoginPage.tsx",
    load: () => import("./features/auth/LoginPage.tsx").then((m) => m.loginPage),
  },
  {
    path: "/user/wx-login",
    module: "features/auth/LoginPage.tsx",
    load: () => import("./features/auth/LoginPage.tsx").then((m) => m.loginPage),
  },
  ...["/user/wx-auth", "/user/wx-bind-username", "/user/wx-bind-phone"].map((path) => ({
    path,
    module: "features/wechat/WechatLoginPage.tsx",
    load: () => import("./features/wechat/WechatLoginPage.tsx").then((m) => m.wechatLoginPage),
  })),
  ...["/user/wx-select", "/user/wx-authorization", "/user/wx-rebind-action"].map((path) => ({
    path,
    module: "features/wechat/WechatPage.tsx",
    load: () => import("./features/wechat/WechatPage.tsx").then((m) => m.wechatPage),
  })),
  ...["/user/wx-bind", "/user/wx-bind-qrcode", "/user/rebind", "/user/bind-nickname"].map((path) => ({
    path,
    module: "features/wechat/BindingPage.tsx",
    load: () => import("./features/wechat/BindingPage.tsx").then((m) => m.bindingPage),
  })),
  {
    path: "/user/bind-phone",
    module: "features/auth/BindPhonePage.tsx",
    load: () => import("./features/auth/BindPhonePage.tsx").then((m) => m.bindPhonePage),
  },
  {
    path: "/user/register",
    module: "features/auth/RegisterPage.tsx",
    load: () => import("./features/auth/RegisterPage.tsx").then((m) => m.registerPage),
  },
  {
    path: "/user/identity",
    module: "features/identities/IdentityPage.tsx",
    load: () => import("./features/identities/IdentityPage.tsx").then((m) => m.identityPage),
  },
  {
    path: "/user/reset-password",
    module: "features/auth/ResetPasswordPage.tsx",
    load: () => import("./features/auth/ResetPasswordPage.tsx").then((m) => m.resetPasswordPage),
  },
  {
    path: "/setup",
    module: "features/auth/SetupPage.tsx",
    load: () => import("./features/auth/SetupPage.tsx").then((m) => m.setupPage),
  },
  {
    path: "/user/agreement",
    module: "features/auth/AgreementPage.tsx",
    load: () => import("./features/auth/AgreementPage.tsx").then((m) => m.agreementPage),
  },
  {
    path: "/user/status",
    module: "features/auth/StatusPage.tsx",
    load: () => import("./features/auth/StatusPage.tsx").then((m) => m.statusPage),
  },
  {
    path: "/user/supplementary",
    module: "features/sign-in-fields/SupplementaryPage.tsx",
    load: () => import("./features/sign-in-fields/SupplementaryPage.tsx").then((m) => m.supplementaryPage),
  },
  {
    path: "/user/:id",
    module: "features/users/profile/UserPage.tsx",
    load: () => import("./features/users/profile/UserPage.tsx").then((m) => m.userPage),
  },
  {
    path: "/admin",
    module: "features/admin/AdminHomePage.tsx",
    load: () => import("./features/admin/AdminHomePage.tsx").then((m) => m.adminHomePage),
  },
  // Every widget in every state; the condition is false in builds, which leave the page out.
  ...(import.meta.env.DEV
    ? [
        {
          path: "/dev/gallery",
          module: "gallery/GalleryPage.tsx",
          load: () => import("./gallery/GalleryPage.tsx").then((m) => m.galleryPage),
        },
      ]
    : []),
  {
    path: "/close",
    module: "layout/ClosedPage.tsx",
    load: () => import("./layout/ClosedPage.tsx").then((m) => m.closedPage),
  },
  {
    path: "/500",
    module: "layout/BrokenPage.tsx",
    load: () => import("./layout/BrokenPage.tsx").then((m) => m.brokenPage),
  },
  {
    path: "/admin/review",
    module: "features/moderation/queue/ReviewAdminPage.tsx",
    load: () => import("./features/moderation/queue/ReviewAdminPage.tsx").then((m) => m.reviewAdminPage),
  },
  {
    path: "/admin/content",
    module: "features/threads/admin/ThreadsAdminPage.tsx",
    load: () => import("./features/threads/admin/ThreadsAdminPage.tsx").then((m) => m.threadsAdminPage),
  },
  {
    path: "/admin/topics",
    module: "features/topics/TopicsAdminPage.tsx",
    load: () => import("./features/topics/TopicsAdminPage.tsx").then((m) => m.topicsAdminPage),
  },
  {
    path: "/admin/providers",
    module: "features/identities/ProvidersAdminPage.tsx",
    load: () => import("./features/identities/ProvidersAdminPage.tsx").then((m) => m.providersPage),
  },
  {
    path: "/admin/tokens",
    module: "features/tokens/TokensAdminPage.tsx",
    load: () => import("./features/tokens/TokensAdminPage.tsx").then((m) => m.tokensAdminPage),
  },
  {
    path: "/admin/webhooks",
    module: "features/webhooks/WebhooksAdminPage.tsx",
    load: () => import("./features/webhooks/WebhooksAdminPage.tsx").then((m) => m.webhooksAdminPage),
  },
  {
    path: "/admin/badges",
    module: "features/badges/BadgesAdminPage.tsx",
    load: () => import("./features/badges/BadgesAdminPage.tsx").then((m) => m.badgesAdminPage),
  },
  {
    path: "/admin/levels",
    module: "features/levels/LevelsAdminPage.tsx",
    load: () => import("./features/levels/LevelsAdminPage.tsx").then((m) => m.levelsAdminPage),
  },
  {
    path: "/admin/plugins",
    module: "features/plugins/PluginsAdminPage.tsx",
    load: () => import("./features/plugins/PluginsAdminPage.tsx").then((m) => m.pluginsAdminPage),
  },
  {
    path: "/admin/import",
    module: "features/imports/ImportAdminPage.tsx",
    load: () => import("./features/imports/ImportAdminPage.tsx").then((m) => m.importAdminPage),
  },
  {
    path: "/admin/categories",
    module: "features/categories/CategoriesAdminPage.tsx",
    load: () => import("./features/categories/CategoriesAdminPage.tsx").then((m) => m.categoriesAdminPage),
  },
  {
    path: "/admin/brand",
    module: "features/launch/BrandAdminPage.tsx",
    load: () => import("./features/launch/BrandAdminPage.tsx").then((m) => m.brandAdminPage),
  },
  {
    path: "/admin/start",
    module: "features/launch/StartPage.tsx",
    load: () => import("./features/launch/StartPage.tsx").then((m) => m.startPage),
  },
  {
    path: "/admin/settings",
    module: "features/settings/SettingsAdminPage.tsx",
    load: () => import("./features/settings/SettingsAdminPage.tsx").then((m) => m.settingsAdminPage),
  },
  {
    path: "/admin/funds",
    module: "features/wallet/admin/FundsAdminPage.tsx",
    load: () => import("./features/wallet/admin/FundsAdminPage.tsx").then((m) => m.fundsAdminPage),
  },
  {
    path: "/admin/finance",
    module: "features/wallet/admin/FinanceAdminPage.tsx",
    load: () => import("./features/wallet/admin/FinanceAdminPage.tsx").then((m) => m.financeAdminPage),
  },
  {
    path: "/admin/searches",
    module: "features/search/admin/SearchesAdminPage.tsx",
    load: () => import("./features/search/admin/SearchesAdminPage.tsx").then((m) => m.searchesAdminPage),
  },
  {
    path: "/admin/orders",
    module: "features/orders/admin/OrdersAdminPage.tsx",
    load: () => import("./features/orders/admin/OrdersAdminPage.tsx").then((m) => m.ordersAdminPage),
  },
  {
    path: "/admin/invitations",
    module: "features/invitations/admin/InvitationsAdminPage.tsx",
    load: () =>
      import("./features/invitations/admin/InvitationsAdminPage.tsx").then((m) => m.invitationsAdminPage),
  },
  {
    path: "/admin/withdrawals",
    module: "features/withdrawals/admin/WithdrawalsAdminPage.tsx",
    load: () =>
      import("./features/withdrawals/admin/WithdrawalsAdminPage.tsx").then((m) => m.withdrawalsAdminPage),
  },
  {
    path: "/admin/log",
    module: "features/audit/AuditAdminPage.tsx",
    load: () => import("./features/audit/AuditAdminPage.tsx").then((m) => m.auditAdminPage),
  },
  {
    path: "/admin/groups",
    module: "features/groups/GroupsAdminPage.tsx",
    load: () => import("./features/groups/GroupsAdminPage.tsx").then((m) => m.groupsAdminPage),
  },
  {
    path: "/admin/groups/:id",
    module: "features/groups/GroupAdminPage.tsx",
    load: () => import("./features/groups/GroupAdminPage.tsx").then((m) => m.groupAdminPage),
  },
  {
    path: "/admin/members",
    module: "features/users/admin/MembersAdminPage.tsx",
    load: () => import("./features/users/admin/MembersAdminPage.tsx").then((m) => m.membersAdminPage),
  },
  {
    path: "/admin/notification-templates",
    module: "features/notifications/templates/NotificationTemplatesAdminPage.tsx",
    load: () =>
      import("./features/notifications/templates/NotificationTemplatesAdminPage.tsx").then(
        (m) => m.notificationTemplatesAdminPage,
      ),
  },
  {
    path: "/admin/stop-words",
    module: "features/stop-words/StopWordsAdminPage.tsx",
    load: () => import("./features/stop-words/StopWordsAdminPage.tsx").then((m) => m.stopWordsAdminPage),
  },
  {
    path: "/admin/sign-in-fields",
    module: "features/sign-in-fields/SignInFieldsAdminPage.tsx",
    load: () =>
      import("./features/sign-in-fields/SignInFieldsAdminPage.tsx").then((m) => m.signInFieldsAdminPage),
  },
];

/** Takes every path that no other route does. */
const lastRoute: PageRoute = {
  path: "*",
  module: "layout/NotFoundPage.tsx",
  load: () => import("./layout/NotFoundPage.tsx").then((m) => m.notFoundPage),
};

/**
 * Every address → lazy page; the closest match wins. A page module exports a `Page` made by `definePage`, which names its
 * component and its `queries`; nothing of it is loaded before somebody goes there. Browsers load this table when somebody
 * goes past client/firstRoutes.ts.
 */
export const routes: readonly PageRoute[] = [...firstRoutes, ...laterRoutes, lastRoute];

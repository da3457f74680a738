/**
 * Tests that need no database, so that they run once and not once per engine. Those that read all sources hold half a
 * gigabyte of them, which slows whatever the same process runs afterwards.
 */
export const HOUSE: readonly string[] = [
  "test/architecture.test.ts",
  "test/database/reservedWords.test.ts",
  "test/failures/sharedWays.test.ts",
  "test/money/writers.test.ts",
  "test/operations/**/*.test.ts",
  "test/registries/**/*.test.ts",
];

/**
 * Tests of the client that get modules and a document of their own; the others share them with the files before them.
 * They put other modules into the place of ours, watch what is loaded when it is first needed, or depend on the element that
 * showed the focus last, which jsdom remembers by document.
 */
export const ISOLATED: readonly string[] = [
  "test/home/likes.test.tsx",
  "test/notifications/templates/editor.test.tsx",
  "test/platform/routing.test.tsx",
  "test/reading/likes.test.tsx",
  "test/unread/unreadWatch.test.tsx",
  "test/users/profileCard.test.tsx",
];

/**
 * Files of which MySQL runs every test, beside the tests that `test/engines.json` chooses from other files. MariaDB's run
 * proves the rules; these are the ones about migrations, locks, collation, uniqueness and money.
 */
export const MYSQL_FILES = [
  "test/bounties/bounties.test.ts",
  "test/counters/counters.test.ts",
  "test/database/conversion.test.ts",
  "test/database/foreignKeys.test.ts",
  "test/migrations.test.ts",
  "test/money/checks.test.ts",
  "test/money/finance.test.ts",
  "test/money/ledger.test.ts",
  "test/money/orders.test.ts",
  "test/money/wallet.test.ts",
  "test/move/move.test.ts",
  "test/red-packets/redPackets.test.ts",
  "test/search/index.test.ts",
  "test/search/search.test.ts",
  "test/start/doctorAdvice.test.ts",
  "test/statistics/statistics.test.ts",
  "test/topics/topics.test.ts",
  "test/transfer/export.test.ts",
  "test/transfer/memberExport.test.ts",
  "test/transfer/import.test.ts",
  "test/transfer/discuzQ.test.ts",
  "test/unread/unread.test.ts",
];

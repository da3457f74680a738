/** Tests that run on MySQL too. */
export const MYSQL_FILES: readonly string[];

/** Files of which MySQL runs every test. */
export const MYSQL_FILES: readonly string[];

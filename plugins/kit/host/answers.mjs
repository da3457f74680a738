/** Answers of the forum's API in a test; null where nothing has answered yet. */
export const answers = { current: null };

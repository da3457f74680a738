import "https://example.org/evil.js";

export default () => ({ line: () => null });

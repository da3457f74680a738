export default () => ({ line: () => null });

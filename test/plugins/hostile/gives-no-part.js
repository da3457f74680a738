export default () => ({ other: () => null });

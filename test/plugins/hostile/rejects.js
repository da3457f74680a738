Promise.reject(new Error("It broke later"));

export default () => ({ line: () => null });

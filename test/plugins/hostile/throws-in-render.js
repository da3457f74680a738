export default () => ({
  line() {
    throw new Error("It broke in render");
  },
});

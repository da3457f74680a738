import { useEffect } from "react";

export default () => ({
  line() {
    useEffect(() => {
      throw new Error("It broke in an effect");
    }, []);
    return null;
  },
});

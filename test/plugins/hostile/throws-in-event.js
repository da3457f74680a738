import { jsx } from "react/jsx-runtime";

const fail = () => {
  throw new Error("It broke in an event");
};

export default () => ({ line: () => jsx("button", { onClick: fail, children: "Break" }) });

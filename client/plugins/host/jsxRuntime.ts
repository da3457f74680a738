/** Functions that compiled JSX of plugins imports. */
export { Fragment, jsx, jsxs } from "react/jsx-runtime";

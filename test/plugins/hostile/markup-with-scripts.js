import { jsx } from "react/jsx-runtime";

const __html = "<img src=x alt='' onerror='window.hit = 1'><script>window.hit = 2</script><p>Markup</p>";

export default () => ({ line: () => jsx("div", { dangerouslySetInnerHTML: { __html } }) });

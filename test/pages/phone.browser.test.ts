import { visitPages } from "./visitPages.ts";

visitPages({ name: "phone", languages: ["zh-CN", "en"], widths: [390], height: 844 });

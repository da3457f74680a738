import { visitPages } from "./visitPages.ts";

visitPages({ name: "desk", languages: ["zh-CN"], widths: [1440, 820], height: 900 });

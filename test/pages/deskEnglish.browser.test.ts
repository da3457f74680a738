import { visitPages } from "./visitPages.ts";

visitPages({ name: "desk", languages: ["en"], widths: [1440, 820], height: 900 });

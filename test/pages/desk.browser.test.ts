import { visitPages } from "./visitPages.ts";

visitPages({ name: "desk", widths: [1440, 820], height: 900 });

import { visitPages } from "./visitPages.ts";

visitPages({ name: "phone", widths: [390], height: 844 });

import { defineTexts } from "../i18n/texts.ts";

/** Texts of the field of colours. */
export const colorFieldTexts = defineTexts({
  palette: { zh: "从屏幕取色", en: "Pick a colour from the screen" },
  saturation: { zh: "饱和度与明度", en: "Saturation and brightness" },
  hue: { zh: "色相", en: "Hue" },
});

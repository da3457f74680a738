import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of tables in the editor. */
export const tableTexts = defineTexts({
  bar: { zh: "表格工具", en: "Table tools" },
  addRow: { zh: "在下方插入行", en: "Insert row below" },
  addColumn: { zh: "在右侧插入列", en: "Insert column right" },
  left: { zh: "左对齐", en: "Align column left" },
  center: { zh: "居中对齐", en: "Center column" },
  right: { zh: "右对齐", en: "Align column right" },
  deleteRow: { zh: "删除行", en: "Delete row" },
  deleteColumn: { zh: "删除列", en: "Delete column" },
  deleteTable: { zh: "删除表格", en: "Delete table" },
  size: { zh: "插入表格", en: "Insert table" },
  sized: {
    zh: (rows: number, columns: number) => `${rows} 行 × ${columns} 列`,
    en: (rows: number, columns: number) => `${rows} × ${columns}`,
  },
});

import { connectionType } from "../../../core/paging.ts";
import { Report } from "./report.entity.ts";

/** Reports by pages. */
export const ReportConnection = connectionType("Report", () => Report);

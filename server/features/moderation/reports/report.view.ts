import { connectionType } from "../../../core/paging.ts";
import { Report } from "./report.entity.ts";

/** Pages of reports. */
export const ReportConnection = connectionType("Report", () => Report);

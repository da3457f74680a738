import { definePage } from "../../page.ts";
import { wechatPage } from "./WechatPage.tsx";

/** `/user/wx-auth`, `wx-bind-username` and `wx-bind-phone` for the table of addresses: the steps that sign somebody in. */
export const wechatLoginPage = definePage({ ...wechatPage, isForVisitors: true });

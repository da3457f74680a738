import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { isOffered, type Permission } from "../../core/permissions.ts";
import { legacyTime, legacyAddress } from "../../core/rest.ts";
import { row, timeOf } from "../../core/sql.ts";
import { getGroup } from "../groups/group.service.ts";
import { getSettings, MASK, type Settings } from "../settings/setting.service.ts";
import { areMessagesDisabled } from "../stop-words/filter/filter.service.ts";
import { userById } from "../users/user.loaders.ts";
import { CLIENT_VERSION, countAll, siteOwnerId } from "./site.service.ts";

/** The site with what the viewer may do on it, as legacy clients read it (legacy-facts 3.2). */
export async function readForum(ctx: Context): Promise<object> {
  const s = await getSettings(ctx);
  const { viewer } = ctx;
  const { threads, posts, users } = await countAll(ctx);
  const address = (path: string): string => legacyAddress(ctx, path);
  const may = (permission: Parameters<typeof viewer.may>[0]): boolean =>
    viewer.isMember && isOffered(permission) && viewer.may(permission);
  return {
    setSite: {
      ...{ siteName: s.site_name, siteTitle: s.site_title, siteKeywords: s.site_keywords },
      ...{ siteIntroduction: s.site_introduction, siteMode: s.site_mode, openExtFields: s.open_ext_fields },
      ...{ siteClose: s.site_close === "1", siteCloseMsg: s.site_close_msg, siteFavicon: address(s.favicon) },
      ...{ siteLogo: address(s.logo), siteHeaderLogo: address(s.header_logo), siteStat: s.site_stat },
      ...{ siteBackgroundImage: address(s.background_image), siteRecord: s.site_record },
      ...{
        siteRecordCode: s.site_record_code,
        siteMasterScale: s.site_master_scale,
        version: CLIENT_VERSION,
      },
      ...{ siteOpenSort: Number(s.site_open_sort), openViewCount: s.open_view_count },
      siteAuthor: await ownerOf(ctx),
      ...{ sitePayGroupClose: s.site_pay_group_close, siteCharge: Number(s.site_charge) },
      ...{
        siteTitles: Number(s.site_titles),
        siteFabu: Number(s.site_fabu),
        siteUrl: ctx.services.publicUrl,
      },
      ...platformSwitches(s),
      ...(viewer.isAdmin
        ? {
            siteAuthorScale: s.site_author_scale,
            usernameBout: Number(s.username_bout),
            miniprogramVideo: s["wx_miniprogram.miniprogram_video"] === "1",
          }
        : {}),
      ...(s.site_mode === "pay" ? { sitePrice: s.site_price, siteExpire: s.site_expire } : {}),
      siteManage: JSON.parse(s.site_manage) as unknown,
    },
    setReg: {
      ...{ registerClose: s.register_close === "1", registerValidate: s.register_validate === "1" },
      ...{ registerCaptcha: s.register_captcha === "1", passwordLength: Number(s.password_length) },
      ...{
        passwordStrength: s.password_strength.split(",").filter(Boolean),
        registerType: Number(s.register_type),
      },
      isNeedTransition: s.is_need_transition === "1",
    },
    passport: {
      offiaccountOpen: s["wx_offiaccount.offiaccount_close"] === "1",
      miniprogramOpen: s["wx_miniprogram.miniprogram_close"] === "1",
    },
    paycenter: {
      ...{ wxpayClose: s["wxpay.wxpay_close"] === "1", wxpayIos: s["wxpay.wxpay_ios"] === "1" },
      wxpayMchpayClose: s["wxpay.wxpay_mchpay_close"] === "1",
      wxpayMchpayClose2: s["wxpay.wxpay_mchpay_close2"] === "1",
      ...(viewer.isAdmin ? paymentSecrets(s) : {}),
    },
    setAttach: {
      ...{ supportImgExt: s.support_img_ext, supportFileExt: s.support_file_ext },
      ...{
        supportMaxSize: Number(s.support_max_size),
        supportMaxDownloadNum: Number(s.support_max_download_num),
      },
      supportMaxUploadAttachmentNum: Number(s.support_max_upload_attachment_num),
      maxUploadAttachmentNum: Number(s.support_max_upload_attachment_num),
    },
    qcloud: {
      ...{ qcloudClose: s["qcloud.qcloud_close"] === "1", qcloudSms: s["qcloud.qcloud_sms"] === "1" },
      ...{ qcloudCaptcha: s["qcloud.qcloud_captcha"] === "1", qcloudCos: s["qcloud.qcloud_cos"] === "1" },
      ...{ qcloudFaceid: s["qcloud.qcloud_faceid"] === "1", qcloudVod: s["qcloud.qcloud_vod"] === "1" },
      qcloudAppId: s["qcloud.qcloud_app_id"],
      qcloudCosDocPreview: s["qcloud.qcloud_cos_doc_preview"] === "1",
      vodAutoPlay: s["qcloud.qcloud_vod_auto_play"] === "1",
    },
    setCash: {
      ...{ cashRate: s["cash.cash_rate"], cashMinSum: s["cash.cash_min_sum"] },
      ...(viewer.isAdmin
        ? {
            cashIntervalTime: s["cash.cash_interval_time"],
            cashMaxSum: s["cash.cash_max_sum"],
            cashSumLimit: s["cash.cash_sum_limit"],
          }
        : {}),
    },
    other: {
      ...{
        countThreads: threads,
        countPosts: posts,
        countUsers: users,
        canViewThreads: viewer.mayAnywhere("viewThreads"),
      },
      ...{
        canEditUserGroup: viewer.isAdmin,
        canEditUserStatus: viewer.isAdmin,
        threadTab: Number(s.thread_tab),
      },
      canCreateThreadInCategory: viewer.isMember && viewer.mayAnywhere("createThread"),
      canFreeViewPaidThreads: isOffered("thread.freeViewPosts") && viewer.mayAnywhere("thread.freeViewPosts"),
      ...{ canCreateDialog: may("dialog.create"), canInviteUserScale: may("other.canInviteUserScale") },
      ...{
        canInsertThreadAttachment: may("thread.insertAttachment"),
        canInsertThreadImage: may("thread.insertImage"),
      },
      ...{
        canInsertThreadPosition: may("thread.insertPosition"),
        canInsertThreadPaid: may("thread.insertPay"),
      },
      ...{ canInsertThreadVideo: may("thread.insertVideo"), canInsertThreadAudio: may("thread.insertAudio") },
      ...{
        canInsertThreadGoods: may("thread.insertGoods"),
        canInsertThreadReward: may("thread.insertReward"),
      },
      canInsertThreadRedPacket: may("thread.insertRedPacket"),
      ...{
        canInsertThreadVote: may("thread.insertVote"),
        canInsertThreadAnonymous: may("thread.allowAnonymous"),
      },
      ...{ initializedPayPassword: false, threadOptimize: s.thread_optimize === "1" },
      ...restrictionsOf(ctx),
      disabledChat: await areMessagesDisabled(ctx),
    },
    lbs: { lbs: s["lbs.lbs"] === "1", qqLbsKey: s["lbs.qq_lbs_key"] },
    ucenter: { ucenter: s["ucenter.ucenter"] === "1" },
    agreement: {
      ...{ privacy: s["agreement.privacy"] === "1", privacyContent: s["agreement.privacy_content"] },
      ...{ register: s["agreement.register"] === "1", registerContent: s["agreement.register_content"] },
    },
    ...(viewer.isSignedIn ? { user: await viewerOf(ctx) } : {}),
  };
}

async function ownerOf(ctx: Context): Promise<object | null> {
  const ownerId = await siteOwnerId(ctx);
  const owner = ownerId === null ? null : await load(ctx, userById, ownerId);
  if (!owner) return null;
  // What somebody signs in with is not told to all the world; the field stays and holds the other name.
  const { id, nickname, avatarUrl } = owner;
  return { id, username: nickname, nickname, avatar: legacyAddress(ctx, avatarUrl) };
}

/** Switches by platform under their old names. */
function platformSwitches(s: Settings): object {
  const read = (text: string): unknown => JSON.parse(text) as unknown;
  return {
    ...{ siteRewards: read(s.site_rewards), siteAreward: read(s.site_areward) },
    ...{ siteRedpacket: read(s.site_redpacket), siteAnonymous: read(s.site_anonymous) },
    ...{ sitePersonalletter: read(s.site_personalletter), siteShop: read(s.site_shop) },
    ...{ sitePay: read(s.site_pay), siteUsergroup: read(s.site_usergroup) },
    ...{ siteRecharges: read(s.site_recharges), siteWithdrawal: read(s.site_withdrawal) },
    siteComment: read(s.site_comment),
  };
}

/** Secrets as administrators see them: saving the asterisks keeps what is stored. */
function paymentSecrets(s: Settings): object {
  const masked = (secret: string): string => (secret === "" ? "" : MASK);
  return {
    ...{ mchId: s["wxpay.mch_id"], appId: masked(s["wxpay.app_id"]), apiKey: masked(s["wxpay.api_key"]) },
    appSecret: masked(s["wxpay.app_secret"]),
  };
}

/** Restrictions never apply to administrators. */
function restrictionsOf({ viewer }: Context): object {
  const restricts = (key: Permission): boolean => isOffered(key) && !viewer.isAdmin && viewer.grants.has(key);
  return {
    createThreadWithCaptcha: restricts("createThreadWithCaptcha"),
    publishNeedBindPhone: restricts("publishNeedBindPhone"),
    publishNeedBindWechat: restricts("publishNeedBindWechat"),
  };
}

async function viewerOf(ctx: Context): Promise<object> {
  const found = await row<{ createdAt: string | Date }>(
    ctx,
    "SELECT u.createdAt FROM users u WHERE u.id = ?",
    [ctx.viewer.accountId],
  );
  const { id, name } = await getGroup(ctx, ctx.viewer.groupId);
  return {
    groups: [{ id, name }],
    registerTime: legacyTime(timeOf(found!.createdAt)),
    userId: ctx.viewer.accountId,
  };
}

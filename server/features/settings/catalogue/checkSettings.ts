import { choice, flag, secret, text } from "./settingKinds.ts";

const ADDRESS_MAX = 255;
const NAME_MAX = 64;

/** Checks of texts and pictures by an outside service. Tencent Cloud takes its keys from the settings of the cloud. */
export const CHECK_SETTINGS = {
  check_service: choice(
    "function",
    "内容审核服务",
    "Service that checks content",
    ["none", "tencent", "aliyun", "own"],
    "none",
  ),
  check_texts: flag("function", "审核文字", "Texts are checked", "1"),
  check_pictures: flag("function", "审核图片", "Pictures are checked", "0"),
  check_failure: choice(
    "function",
    "审核完成前的内容",
    "Content before the answer",
    ["open", "closed"],
    "open",
  ),
  check_tencent_region: text("function", "腾讯云地域", "Region at Tencent Cloud", "ap-guangzhou").max(
    NAME_MAX,
  ),
  check_tencent_biz_type: text(
    "function",
    "腾讯云审核策略（BizType）",
    "Policy at Tencent Cloud (BizType)",
  ).max(NAME_MAX),
  check_tencent_text_endpoint: text(
    "function",
    "腾讯云文本接口地址",
    "Text endpoint of Tencent Cloud",
    "https://tms.tencentcloudapi.com",
  ).max(ADDRESS_MAX),
  check_tencent_picture_endpoint: text(
    "function",
    "腾讯云图片接口地址",
    "Picture endpoint of Tencent Cloud",
    "https://ims.tencentcloudapi.com",
  ).max(ADDRESS_MAX),
  check_aliyun_key_id: secret("function", "阿里云密钥编号", "Alibaba Cloud key id"),
  check_aliyun_key_secret: secret("function", "阿里云密钥", "Alibaba Cloud key secret"),
  check_aliyun_endpoint: text(
    "function",
    "阿里云接口地址",
    "Endpoint of Alibaba Cloud",
    "https://green-cip.cn-shanghai.aliyuncs.com",
  ).max(ADDRESS_MAX),
  check_aliyun_service_code: text(
    "function",
    "阿里云服务代码",
    "Service code at Alibaba Cloud",
    "comment_detection_pro",
  ).max(NAME_MAX),
  check_own_url: text("function", "自有服务地址", "Address of the own service").max(ADDRESS_MAX),
  check_own_secret: secret("function", "自有服务密钥", "Secret of the own service"),
};

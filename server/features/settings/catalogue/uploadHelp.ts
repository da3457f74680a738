/** Sentences on settings of uploads. */
export const UPLOAD_HELP = {
  support_img_ext: {
    zh: "成员可以上传的图片种类。",
    en: "Kinds of pictures that members may upload.",
  },
  support_file_ext: {
    zh: "成员可以上传的附件种类；程序和网页文件请不要放进来。",
    en: "Kinds of files that members may upload; leave out programs and web pages.",
  },
  support_max_size: {
    zh: "超过这个大小的文件会被拒绝。",
    en: "Larger files are refused.",
  },
  support_media_ext: {
    zh: "成员可以上传的视频和音频种类；站点不转码，请只保留多数浏览器能播放的格式。",
    en: "Kinds of video and audio that members may upload. Nothing is converted, so keep those that most browsers play.",
  },
  support_max_media_size: {
    zh: "超过这个大小的视频和音频会被拒绝。",
    en: "Larger videos and audio files are refused.",
  },
  support_max_upload_attachment_num: {
    zh: "每个帖子或回复最多带这么多文件。",
    en: "A thread or reply carries at most so many files.",
  },
} as const;

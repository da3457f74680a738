import { defineTexts } from "../../i18n/texts.ts";

/** Texts of sign-in, registration and set-up. */
export const sessionTexts = defineTexts({
  loginTitle: { zh: "登录", en: "Sign in" },
  loginLead: { zh: "欢迎回来", en: "Welcome back" },
  registerTitle: { zh: "注册", en: "Register" },
  registerLead: { zh: "加入讨论", en: "Join the conversation" },
  setupTitle: { zh: "初始化论坛", en: "Set up the forum" },
  setupLead: { zh: "创建第一个管理员账户", en: "Create the first administrator" },
  setupButton: { zh: "创建管理员", en: "Create the administrator" },
  setupNoToken: { zh: "链接不完整", en: "The link is incomplete" },
  setupNoTokenHint: {
    zh: "请使用服务器启动时打印的完整链接。",
    en: "Use the whole link that the server printed when it started.",
  },
  setupDone: { zh: "论坛已有管理员", en: "The forum has an administrator already" },
  setupDoneHint: { zh: "这个链接只能使用一次。", en: "The link works only once." },
  username: { zh: "用户名", en: "User name" },
  usernameHint: { zh: "用于登录，最多 15 个字符", en: "For signing in; at most 15 characters" },
  nickname: { zh: "昵称", en: "Display name" },
  nicknameHint: { zh: "其他人看到的名字，最多 15 个字符", en: "What others see; at most 15 characters" },
  password: { zh: "密码", en: "Password" },
  passwordAgain: { zh: "确认密码", en: "Repeat the password" },
  passwordsDiffer: { zh: "两次输入的密码不一致", en: "The passwords are not the same" },
  required: { zh: "请填写此项", en: "Please fill this in" },
  noAccount: { zh: "还没有账户？", en: "No account yet?" },
  hasAccount: { zh: "已有账户？", en: "Have an account?" },
  registrationClosed: { zh: "暂未开放注册", en: "Registration is closed" },
  registrationClosedHint: {
    zh: "管理员暂时关闭了注册。已有账户可以直接登录。",
    en: "The administrators have closed registration for now. Members can sign in as always.",
  },
  alreadyIn: {
    zh: (name: string) => `你已登录为 ${name}`,
    en: (name: string) => `You are signed in as ${name}`,
  },
  goOn: { zh: "继续", en: "Continue" },
});

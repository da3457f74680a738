import type { Context } from "../../core/context.ts";
import { UserStatus } from "../../core/viewer.ts";
import { categoryTree } from "../categories/category.service.ts";
import { getDefaultGroup } from "../groups/group.service.ts";
import { viewerFor } from "../auth/sessions/viewer.service.ts";
import { publishThread } from "../threads/thread.publish.service.ts";
import { checkName } from "../users/name.ts";
import { HOST_NAME, NO_PASSWORD, User } from "../users/user.entity.ts";
import { createUser } from "../users/user.service.ts";

/** Nobody can sign in as this member, since no password has this hash. */
const HOST = { name: HOST_NAME, passwordHash: NO_PASSWORD };

const TITLE = "欢迎来到你的新论坛 · Welcome to your new forum";

const BODY = `这里是论坛的第一个帖子。注册一个账号，就可以发帖、回复、点赞和关注其他成员。

This is the first thread. Register, and you can publish, reply, like, and follow other members.

### 站长可以先做这些事

1. 在管理页建立板块，决定各个用户组能做什么。
2. 发布第一个自己的帖子，告诉大家这里聊什么。

### For whoever runs this forum

1. Set up categories and what each group may do in the administration area.
2. Publish a thread of your own that says what this place is about.

正文支持 **Markdown**：列表、引用、代码、表格、图片和附件。
`;

/** Publishes the first thread of an empty forum, so that its first visitor sees more than a blank page. */
export async function welcome(ctx: Context): Promise<void> {
  if (await ctx.db.exists(User)) return;
  const [category] = (await categoryTree(ctx)).all;
  if (!category) return;
  const group = await getDefaultGroup(ctx);
  const name = checkName("nickname", HOST.name);
  const host = await createUser(ctx, {
    username: name,
    nickname: name,
    passwordHash: HOST.passwordHash,
    groupId: group.id,
  });
  const viewer = await viewerFor(ctx, {
    userId: host.id,
    groupId: group.id,
    groupExpiresAt: null,
    returnGroupId: null,
    returnGroupExpiresAt: null,
    levelGroupId: null,
    status: UserStatus.NORMAL,
    bannedUntil: null,
    silencedUntil: null,
  });
  await publishThread(
    { ...ctx, viewer },
    { categoryId: String(category.id), title: TITLE, body: BODY, isAnonymous: false, attachmentIds: [] },
  );
}

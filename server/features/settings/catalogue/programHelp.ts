/** Sentences on the settings of doors for programs. */
export const PROGRAM_HELP = {
  graphql_introspection: {
    zh: "让开发工具直接询问 /graphql 的结构；关闭后只有管理员可以，/schema.graphql 和 /developers 上的文档仍然公开。",
    en: "Lets tools ask /graphql for its schema; without it administrators alone may. The file /schema.graphql and the reference at /developers stay public.",
  },
  mcp_server: {
    zh: "让会员用自己的令牌把 AI 助手接到 /mcp（Model Context Protocol），助手能做的不超过令牌和会员本人的权限；关闭后 /mcp 不再提供。",
    en: "Lets members connect assistants to /mcp (Model Context Protocol) with their own tokens, which may no more than token and member; without it there is no /mcp.",
  },
} as const;

import type { CodegenConfig } from "@graphql-codegen/cli";

/** `npm run codegen`: schema.graphql + the operations in client/ → client/gql/. Nothing in there is edited by hand. */
const config: CodegenConfig = {
  schema: "schema.graphql",
  documents: ["client/**/*.{ts,tsx}", "!client/gql/**"],
  generates: {
    "client/gql/": {
      preset: "client",
      presetConfig: { fragmentMasking: { unmaskFunctionName: "readFragment" } },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { DateTimeISO: "string", Cents: "number" },
        importExtension: ".ts",
      },
    },
    "client/gql/hooks.ts": { plugins: ["client/apollo/hooks.plugin.cjs"] },
  },
};

export default config;

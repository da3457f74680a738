import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Few rules, each of which has found real mistakes: a promise nobody waits for, a hook that runs conditionally. */
export default tseslint.config(
  { ignores: ["dist/", "data/", "coverage/", "client/gql/", "plugins/*/dist/", "**/*.cjs"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // Text from outside holds control characters, and the rules that refuse them name them.
      "no-control-regex": "off",
      "no-undef": "off",
    },
  },
  {
    files: ["client/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat["recommended-latest"]],
  },
  {
    files: ["client/**/*.{ts,tsx}"],
    ignores: ["client/platform/inputMethod.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          "MemberExpression[property.name=/^(isComposing|keyCode)$/]",
          "ObjectPattern > Property[key.name=/^(isComposing|keyCode)$/]",
          "MemberExpression[object.name=/^(e|ev|event)$/][property.name=/^(key|code)$/]",
          "MemberExpression[object.property.name='nativeEvent'][property.name=/^(key|code)$/]",
          "BinaryExpression[left.property.name='key'][right.value=/^(Enter|Escape|Tab| |Arrow.*)$/]",
        ].map((selector) => ({
          selector,
          message: "Input methods take keys as well: read keys by keyOf (client/platform/inputMethod.ts).",
        })),
      ],
    },
  },
  {
    files: ["**/*.{mjs,js}"],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        performance: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
        URL: "readonly",
        URLSearchParams: "readonly",
        Blob: "readonly",
        Buffer: "readonly",
        fetch: "readonly",
        crypto: "readonly",
        FormData: "readonly",
        AbortController: "readonly",
        AbortSignal: "readonly",
        TextEncoder: "readonly",
        TextDecoderStream: "readonly",
        // Of functions that run in a page.
        document: "readonly",
        window: "readonly",
        requestAnimationFrame: "readonly",
      },
    },
  },
);

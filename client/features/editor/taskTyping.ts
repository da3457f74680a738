import { Extension, InputRule } from "@tiptap/core";

const SIGNS = /^\[([ xX])\]\s$/;

/** Makes tasks of a list when one of its lines begins with `[ ]` or `[x]`, as it would be published. */
export const TaskTyping = Extension.create({
  name: "taskTyping",
  addInputRules() {
    return [
      new InputRule({
        find: SIGNS,
        handler({ state, range, match, chain }) {
          const { $from } = state.selection;
          if ($from.depth < 2 || $from.node(-1).type.name !== "listItem") return null;
          chain()
            .deleteRange(range)
            .toggleTaskList()
            .updateAttributes("taskItem", { checked: match[1] !== " " })
            .run();
        },
      }),
    ];
  },
});

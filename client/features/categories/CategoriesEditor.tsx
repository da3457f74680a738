import { lazy, Suspense, useState } from "react";
import { type Failure } from "../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { CategoriesEditor_CategoryFragment } from "../../gql/graphql.ts";
import {
  useCreateCategoryMutation,
  useDeleteCategoryMutation,
  useUpdateCategoryMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useNavigate } from "react-router-dom";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { IconEdit, IconPlus, IconTrash } from "../../ui/icons.tsx";
import { showToast, type Toast } from "../../ui/toast.tsx";
import { type Undo, useUndo } from "../admin/useUndo.tsx";
import classes from "./CategoriesEditor.module.css";
import { categoriesAdminTexts } from "./categoriesAdmin.texts.ts";
import type { CategoryDraft } from "./CategoryDialog.tsx";

const CategoryDialog = lazy(() =>
  import("./CategoryDialog.tsx").then((m) => ({ default: m.CategoryDialog })),
);

/** How long it stands why a category cannot be deleted, in milliseconds. */
const REFUSAL_MS = 6_000;

/** The categories as the editor shows them: two levels. */
export const CategoriesEditor_category = graphql(`
  fragment CategoriesEditor_category on Category {
    id
    name
    description
    icon
    sort
    parentId
    threadCount
    children {
      id
      name
      description
      icon
      sort
      parentId
      threadCount
    }
  }
`);
graphql(`
  mutation CreateCategory($input: CategoryInput!) {
    createCategory(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation UpdateCategory($id: ID!, $input: CategoryInput!) {
    updateCategory(id: $id, input: $input) {
      id
    }
  }
`);
graphql(`
  mutation DeleteCategory($id: ID!) {
    deleteCategory(id: $id)
  }
`);

type Category = Omit<CategoriesEditor_CategoryFragment, "children" | " $fragmentName">;
type Editing = { id: string | null; draft: CategoryDraft };

const EMPTY: CategoryDraft = { name: "", description: "", icon: "", sort: 0, parentId: null };

interface Props {
  categories: readonly FragmentType<typeof CategoriesEditor_category>[];
  onChange: () => Promise<unknown>;
}

/** Lists the categories and creates, changes and deletes them. */
export function CategoriesEditor({ categories: masked, onChange }: Props) {
  const categories = readFragment(CategoriesEditor_category, masked);
  const t = useTexts(categoriesAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Editing | null>(null);
  const { offer, bar } = useUndo();
  const [create] = useCreateCategoryMutation();
  const [update] = useUpdateCategoryMutation();
  const [remove] = useDeleteCategoryMutation();

  const run = (change: () => Promise<Undo>, failed?: (failure: Failure) => Toast | undefined) =>
    act(
      async () => {
        const undo = await change();
        setEditing(null);
        return undo;
      },
      {
        done: t.saved,
        async reread(undo) {
          await onChange();
          offer(() => undo().then(onChange));
        },
        ...(failed ? { failed } : {}),
      },
    );
  const make = async (input: CategoryDraft): Promise<Undo> => {
    const { data } = await create({ variables: { input } });
    const { id } = data!.createCategory;
    return () => remove({ variables: { id } });
  };
  const save = async (input: CategoryDraft) =>
    void (await run(async () => {
      if (!editing?.id) return make(input);
      const { id, draft: before } = editing;
      await update({ variables: { id, input } });
      return () => update({ variables: { id, input: before } });
    }));
  const ask = async (category: Category) => {
    const { id, name } = category;
    if (categories.some((top) => top.id === id && top.children.length > 0)) {
      return void showToast({ type: "warning", message: t.hasChildren(name), durationMs: REFUSAL_MS });
    }
    // The count shown here may be old, and leaves out the recycle bin: the server knows.
    const refused = (failure: Failure): Toast | undefined => {
      if (failure.code !== "IN_USE") return undefined;
      const action = { label: t.showThreads, run: () => navigate(`/admin/content?category=${id}`) };
      return { type: "warning", message: t.hasThreads(name), durationMs: REFUSAL_MS, action };
    };
    const question = { title: t.deleteQuestion(name), text: t.deleteText };
    if (!(await confirm({ ...question, action: common.delete, danger: true }))) return;
    await run(async () => {
      await remove({ variables: { id } });
      // Only empty ones are deleted, so nothing is lost but its number.
      return () => make(draftOf(category));
    }, refused);
  };
  const rows = categories.flatMap(({ children, ...top }): Category[] => [top, ...children]);

  return (
    <>
      <section className={`card ${classes.section}`} aria-labelledby="categories">
        <div className={classes.head}>
          <h2 id="categories">{t.count(rows.length)}</h2>
          <Button
            size="sm"
            icon={<IconPlus size={16} />}
            onClick={() => setEditing({ id: null, draft: EMPTY })}
          >
            {t.newCategory}
          </Button>
        </div>
        <ul>
          {rows.map((category) => (
            <li key={category.id} className={`${classes.row} ${category.parentId ? classes.child : ""}`}>
              <span className={classes.name}>
                {category.icon && !category.icon.includes("/") ? `${category.icon} ` : ""}
                {category.name}
                {category.description && <small>{category.description}</small>}
              </span>
              <span className={classes.count}>{t.threadCount(category.threadCount)}</span>
              <Button
                size="sm"
                variant="subtle"
                aria-label={`${common.edit} ${category.name}`}
                onClick={() => setEditing({ id: category.id, draft: draftOf(category) })}
              >
                <IconEdit size={18} />
              </Button>
              <Button
                size="sm"
                variant="subtle"
                aria-label={`${common.delete} ${category.name}`}
                onClick={() => void ask(category)}
              >
                <IconTrash size={18} />
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {editing && (
        <Suspense fallback={null}>
          <CategoryDialog
            title={editing.id ? t.editCategory : t.newCategory}
            initial={editing.draft}
            parents={categories.filter(({ id }) => id !== editing.id)}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {bar}
    </>
  );
}

function draftOf({ name, description, icon, sort, parentId }: Category): CategoryDraft {
  return { name, description, icon, sort, parentId: parentId ?? null };
}

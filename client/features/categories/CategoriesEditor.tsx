import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
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
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconEdit, IconPlus, IconTrash } from "../../ui/icons.tsx";
import { showToast, type Toast } from "../../ui/toast.tsx";
import panels from "../../ui/panels.module.css";
import { type Undo, useUndo } from "../admin/useUndo.tsx";
import classes from "./CategoriesEditor.module.css";
import { categoriesAdminTexts } from "./categoriesAdmin.texts.ts";
import type { CategoryDraft } from "./CategoryDialog.tsx";
import { CategoryMark } from "./CategoryMark.tsx";

const CategoryDialog = lazy(() =>
  import("./CategoryDialog.tsx").then((m) => ({ default: m.CategoryDialog })),
);

/** Time for reading why a category cannot be deleted, in milliseconds. */
const REFUSAL_MS = 6_000;

/** Categories of the editor: two levels. */
export const CategoriesEditor_category = graphql(`
  fragment CategoriesEditor_category on Category {
    id
    name
    description
    icon
    color
    displayColor
    sort
    parentId
    threadCount
    children {
      id
      name
      description
      icon
      color
      displayColor
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

const EMPTY: CategoryDraft = { name: "", description: "", icon: "", color: "", sort: 0, parentId: null };

interface Props {
  categories: readonly FragmentType<typeof CategoriesEditor_category>[];
  onChange: () => Promise<unknown>;
}

/** Lists the categories and creates, changes and deletes them. */
export function CategoriesEditor({ categories: masked, onChange }: Props) {
  const categories = readFragment(CategoriesEditor_category, masked);
  const t = useTexts(categoriesAdminTexts);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { offer, bar } = useUndo();
  const { save, remove } = useCategoryCommands(async (undo) => {
    setEditing(null);
    await onChange();
    offer(() => undo().then(onChange));
  });
  const rows = categories.flatMap(({ children, ...top }): Category[] => [top, ...children]);

  return (
    <>
      <section className={`card ${panels.panel}`} aria-labelledby="categories">
        <div className={panels.head}>
          <h2 id="categories">{t.count(rows.length)}</h2>
          <Button
            size="sm"
            icon={<IconPlus size={16} />}
            onClick={() => setEditing({ id: null, draft: EMPTY })}
          >
            {t.newCategory}
          </Button>
        </div>
        <CategoriesTable
          categories={rows}
          onEdit={(category) => setEditing({ id: category.id, draft: draftOf(category) })}
          onDelete={(category) => void remove(category, hasChildren(categories, category.id))}
        />
      </section>
      {editing && (
        <Suspense fallback={null}>
          <CategoryDialog
            title={editing.id ? t.editCategory : t.newCategory}
            initial={editing.draft}
            parents={categories.filter(({ id }) => id !== editing.id)}
            onSave={(draft) => save(editing, draft)}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {bar}
    </>
  );
}

interface TableProps {
  categories: readonly Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
}

function CategoriesTable({ categories, onEdit, onDelete }: TableProps) {
  const t = useTexts(categoriesAdminTexts);
  const common = useTexts(commonTexts);
  const columns: readonly Column<Category>[] = [
    {
      key: "name",
      header: t.name,
      className: classes.cell,
      cell: (category) => <CategoryName category={category} />,
    },
    {
      key: "threads",
      header: t.threads,
      numeric: true,
      quiet: true,
      phone: "hidden",
      cell: ({ threadCount }) => threadCount,
    },
    // On a phone the number stands without its heading.
    {
      key: "threadCount",
      header: t.threads,
      quiet: true,
      phone: "only",
      cell: ({ threadCount }) => t.threadCount(threadCount),
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (category) => (
        <>
          <Button
            size="sm"
            variant="subtle"
            aria-label={`${common.edit} ${category.name}`}
            onClick={() => onEdit(category)}
          >
            <IconEdit size={18} />
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-label={`${common.delete} ${category.name}`}
            onClick={() => onDelete(category)}
          >
            <IconTrash size={18} />
          </Button>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t.categories}
      columns={columns}
      rows={categories}
      empty={<EmptyState title={t.nothing} />}
    />
  );
}

function CategoryName({ category }: { category: Category }) {
  const { parentId, name, description } = category;
  return (
    <span className={parentId ? `${classes.name} ${classes.child}` : classes.name}>
      <CategoryMark category={category} />
      <span>
        {name}
        {description && <small>{description}</small>}
      </span>
    </span>
  );
}

/**
 * Commands of the editor, which tell what became of them.
 * @param onDone runs after each with what takes it back
 */
function useCategoryCommands(onDone: (undo: Undo) => Promise<unknown>) {
  const t = useTexts(categoriesAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [createCategory] = useCreateCategoryMutation();
  const [updateCategory] = useUpdateCategoryMutation();
  const [deleteCategory] = useDeleteCategoryMutation();

  const create = async (input: CategoryDraft): Promise<Undo> => {
    const { data } = await createCategory({ variables: { input } });
    const { id } = data!.createCategory;
    return () => deleteCategory({ variables: { id } });
  };
  const update = async (id: string, before: CategoryDraft, input: CategoryDraft): Promise<Undo> => {
    await updateCategory({ variables: { id, input } });
    return () => updateCategory({ variables: { id, input: before } });
  };
  const save = ({ id, draft: before }: Editing, input: CategoryDraft) =>
    act(() => (id ? update(id, before, input) : create(input)), { done: t.saved, reread: onDone });

  const remove = async (category: Category, isParent: boolean): Promise<void> => {
    const { id, name } = category;
    if (isParent) {
      return void showToast({ type: "warning", message: t.hasChildren(name), durationMs: REFUSAL_MS });
    }
    const question = { title: t.deleteQuestion(name), text: t.deleteText };
    if (!(await confirm({ ...question, action: common.delete, danger: true }))) return;
    const work = async (): Promise<Undo> => {
      await deleteCategory({ variables: { id } });
      // Only empty ones are deleted, so nothing is lost but its number.
      return () => create(draftOf(category));
    };
    // The count shown here may be old, and leaves out the recycle bin: the server knows.
    const failed = ({ code }: Failure): Toast | undefined => {
      if (code !== "IN_USE") return undefined;
      const action = { label: t.showThreads, run: () => navigate(`/admin/content?category=${id}`) };
      return { type: "warning", message: t.hasThreads(name), durationMs: REFUSAL_MS, action };
    };
    await act(work, { done: t.saved, reread: onDone, failed, key: `deleteCategory ${id}` });
  };
  return { save, remove };
}

function hasChildren(tops: readonly CategoriesEditor_CategoryFragment[], id: string): boolean {
  return tops.some((top) => top.id === id && top.children.length > 0);
}

function draftOf({ name, description, icon, color, sort, parentId }: Category): CategoryDraft {
  return { name, description, icon, color, sort, parentId: parentId ?? null };
}

import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ThreadsAdminTable_ThreadFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Time } from "../../../ui/Time.tsx";
import { threadsAdminTexts } from "./threadsAdmin.texts.ts";

/** A row of the administration of threads. */
export const ThreadsAdminTable_thread = graphql(`
  fragment ThreadsAdminTable_thread on Thread {
    id
    title
    createdAt
    postCount
    viewCount
    isSticky
    isEssence
    isDeleted
    approval
    category {
      id
      name
    }
    author {
      id
      nickname
    }
  }
`);

type AdminThread = ThreadsAdminTable_ThreadFragment;

interface Props {
  threads: readonly FragmentType<typeof ThreadsAdminTable_thread>[];
  selected: ReadonlySet<string>;
  onSelected: (ids: ReadonlySet<string>) => void;
  /** The end of the list. */
  more: ReactNode;
}

/** Threads as rows that can be selected. */
export function ThreadsAdminTable({ threads: masked, selected, onSelected, more }: Props) {
  const threads = readFragment(ThreadsAdminTable_thread, masked);
  const t = useTexts(threadsAdminTexts);
  const columns: Column<AdminThread>[] = [
    { key: "title", header: t.title, phone: "title", cell: (thread) => <TitleCell thread={thread} /> },
    {
      key: "category",
      header: t.category,
      nowrap: true,
      cell: ({ category }) => <bdi>{category.name}</bdi>,
    },
    { key: "author", header: t.author, nowrap: true, cell: (thread) => <AuthorCell thread={thread} /> },
    {
      key: "replies",
      header: t.replies,
      numeric: true,
      phone: "hidden",
      cell: ({ postCount }) => postCount,
    },
    { key: "views", header: t.views, numeric: true, phone: "hidden", cell: ({ viewCount }) => viewCount },
    {
      key: "published",
      header: t.published,
      nowrap: true,
      quiet: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <DataTable
      caption={t.lists}
      columns={columns}
      rows={threads}
      empty={<EmptyState title={t.nothing} />}
      selection={{ selected, onSelected, labelOf: ({ title }) => t.select(title), allLabel: t.selectAll }}
      more={more}
    />
  );
}

function TitleCell({ thread: { id, title, isSticky, isEssence, approval } }: { thread: AdminThread }) {
  const t = useTexts(threadsAdminTexts);
  return (
    <>
      <Link to={`/thread/${id}`}>
        <bdi>{title}</bdi>
      </Link>{" "}
      {isSticky && <Label>{t.sticky}</Label>}
      {isEssence && <Label>{t.essence}</Label>}
      {approval !== "APPROVED" && (
        <Label tone="warning">{approval === "PENDING" ? t.pending : t.hidden}</Label>
      )}
    </>
  );
}

function AuthorCell({ thread: { author } }: { thread: AdminThread }) {
  const t = useTexts(threadsAdminTexts);
  if (!author) return t.anonymous;
  return (
    <Link to={`/user/${author.id}`}>
      <bdi>{author.nickname}</bdi>
    </Link>
  );
}

import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../admin/panels.module.css";
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

interface Props {
  threads: readonly FragmentType<typeof ThreadsAdminTable_thread>[];
  selected: ReadonlySet<string>;
  onSelected: (ids: ReadonlySet<string>) => void;
}

/** Threads as rows that can be selected. */
export function ThreadsAdminTable({ threads: masked, selected, onSelected }: Props) {
  const threads = readFragment(ThreadsAdminTable_thread, masked);
  const t = useTexts(threadsAdminTexts);
  const isAll = threads.length > 0 && threads.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelected(next);
  };
  if (threads.length === 0) return <EmptyState title={t.nothing} />;

  return (
    <div className={panels.scroll}>
      <table className={`${panels.table} ${panels.stack}`}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                className={panels.check}
                aria-label={t.selectAll}
                checked={isAll}
                onChange={() => onSelected(new Set(isAll ? [] : threads.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">{t.title}</th>
            <th scope="col">{t.category}</th>
            <th scope="col">{t.author}</th>
            <th scope="col" className={panels.number}>
              {t.replies}
            </th>
            <th scope="col" className={panels.number}>
              {t.views}
            </th>
            <th scope="col">{t.published}</th>
          </tr>
        </thead>
        <tbody>
          {threads.map((thread) => (
            <tr key={thread.id} aria-selected={selected.has(thread.id)}>
              <td>
                <input
                  type="checkbox"
                  className={panels.check}
                  aria-label={t.select(thread.title)}
                  checked={selected.has(thread.id)}
                  onChange={() => toggle(thread.id)}
                />
              </td>
              <td className={panels.wide}>
                <Link to={`/thread/${thread.id}`}>
                  <bdi>{thread.title}</bdi>
                </Link>{" "}
                {thread.isSticky && <span className={panels.badge}>{t.sticky}</span>}
                {thread.isEssence && <span className={panels.badge}>{t.essence}</span>}
                {thread.approval !== "APPROVED" && (
                  <span className={`${panels.badge} ${panels.warning}`}>
                    {thread.approval === "PENDING" ? t.pending : t.hidden}
                  </span>
                )}
              </td>
              <td className={panels.nowrap}>
                <bdi>{thread.category.name}</bdi>
              </td>
              <td className={panels.nowrap}>
                {thread.author ? (
                  <Link to={`/user/${thread.author.id}`}>
                    <bdi>{thread.author.nickname}</bdi>
                  </Link>
                ) : (
                  t.anonymous
                )}
              </td>
              <td className={`${panels.number} ${panels.spare}`}>{thread.postCount}</td>
              <td className={`${panels.number} ${panels.spare}`}>{thread.viewCount}</td>
              <td className={`${panels.nowrap} ${panels.quiet}`}>
                <Time value={thread.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

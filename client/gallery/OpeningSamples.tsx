import { Button } from "../ui/Button.tsx";
import buttons from "../ui/Button.module.css";
import { useConfirm } from "../ui/confirm.tsx";
import { Dropdown, DropdownItem } from "../ui/Dropdown.tsx";
import { IconEdit, IconTrash } from "../ui/icons.tsx";
import { BLOCK_TOAST_MS, toast } from "../ui/toast.tsx";
import { Sample, Shelf } from "./Shelf.tsx";

const PLACEMENTS = ["left", "center", "right"] as const;
const TYPES = ["info", "success", "warning", "error", "loading"] as const;
const ICON_PX = 18;
const SHAPE = `${buttons.button} ${buttons.default} ${buttons.md}`;

const items = (
  <>
    <DropdownItem icon={<IconEdit size={ICON_PX} />}>编辑</DropdownItem>
    <DropdownItem to="/dev/gallery">链接</DropdownItem>
    <DropdownItem danger icon={<IconTrash size={ICON_PX} />}>
      删除
    </DropdownItem>
  </>
);

/** Samples of components that open: menus, toasts, confirmations. */
export function OpeningSamples() {
  const confirm = useConfirm();
  const ask = (danger: boolean) =>
    void confirm({ title: "删除这条回复？", text: "删除后只有管理员能恢复。", action: "删除", danger });
  return (
    <Shelf name="What opens">
      <Sample name="Dropdown, on click">
        {PLACEMENTS.map((placement) => (
          <Dropdown
            key={placement}
            label={placement}
            trigger={placement}
            placement={placement}
            className={SHAPE}
          >
            {items}
          </Dropdown>
        ))}
      </Sample>
      <Sample name="Dropdown, on hover">
        <Dropdown label="hover" trigger="hover" opensOn="hover" className={SHAPE}>
          {items}
        </Dropdown>
        <Dropdown label="stays" trigger="stays after a choice" hidesOnClick={false} className={SHAPE}>
          {items}
        </Dropdown>
      </Sample>
      <Sample name="Toast">
        {TYPES.map((type) => (
          <Button key={type} size="sm" onClick={() => toast[type](`${type}：已经保存到草稿箱`)}>
            {type}
          </Button>
        ))}
        <Button size="sm" onClick={() => toast.success("拉黑成功", { durationMs: BLOCK_TOAST_MS })}>
          1000 ms
        </Button>
        <Button size="sm" onClick={() => toast.loading("正在保存…", { mask: true, durationMs: 3_000 })}>
          mask
        </Button>
      </Sample>
      <Sample name="confirm">
        <Button onClick={() => ask(false)}>question</Button>
        <Button variant="danger" onClick={() => ask(true)}>
          danger
        </Button>
      </Sample>
      <Sample name="Profile card">
        <a href="/user/2">/user/2</a>
        <span data-user-card="3" data-card-side="left">
          data-user-card, left
        </span>
      </Sample>
    </Shelf>
  );
}

import { Menu } from "@mantine/core";
import { createContext, type ReactNode, type RefObject, useContext, useEffect } from "react";
import { ItemContext, type ItemProps } from "./Dropdown.tsx";
import { Link } from "./Link.tsx";
import { PlacedMenu } from "./PlacedMenu.tsx";

/** Above what it stands in, and below dialogs. */
const Z_INDEX = 60;
const POSITIONS = { left: "bottom-start", center: "bottom", right: "bottom-end" } as const;

interface Props {
  anchor: RefObject<HTMLElement | null>;
  id: string;
  label: string;
  placement: keyof typeof POSITIONS;
  /** It stands: the focus can go into it. */
  onOpen: () => void;
  onClose: () => void;
  /** Something was chosen. */
  onChoice: (() => void) | undefined;
  children: ReactNode;
}

const ChoiceContext = createContext<(() => void) | undefined>(undefined);

/** The menu of a Dropdown. It stays within the part of the page that it belongs to, so that moving onto it is no leaving. */
export function DropdownMenu({ anchor, id, label, placement, onOpen, onClose, onChoice, children }: Props) {
  useEffect(onOpen, [onOpen]);
  return (
    <PlacedMenu
      anchor={anchor.current!}
      id={id}
      label={label}
      position={POSITIONS[placement]}
      withinPortal={false}
      zIndex={Z_INDEX}
      closeOnItemClick={false}
      onClose={onClose}
    >
      <ChoiceContext value={onChoice}>
        <ItemContext value={Item}>{children}</ItemContext>
      </ChoiceContext>
    </PlacedMenu>
  );
}

function Item({ children, icon, to, onSelect, danger }: ItemProps) {
  const onChoice = useContext(ChoiceContext);
  const choose = () => {
    onChoice?.();
    onSelect?.();
  };
  const shared = { leftSection: icon, "data-danger": danger || undefined, onClick: choose };
  return to === undefined ? (
    <Menu.Item {...shared}>{children}</Menu.Item>
  ) : (
    <Menu.Item {...shared} component={Link} to={to}>
      {children}
    </Menu.Item>
  );
}

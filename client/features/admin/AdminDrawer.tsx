import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer } from "@mantine/core";
import { useTexts } from "../../i18n/texts.ts";
import { AdminNav } from "./AdminNav.tsx";
import { adminShellTexts } from "./adminShell.texts.ts";

const WIDTH_PX = 280;

/** The navigation of the administration where it has no room beside the page. */
export function AdminDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminShellTexts);
  return (
    <Drawer opened onClose={onClose} title={t.administration} size={WIDTH_PX}>
      <AdminNav onChoose={onClose} />
    </Drawer>
  );
}

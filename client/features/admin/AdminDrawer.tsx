import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer } from "@mantine/core";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { AdminNav } from "./AdminNav.tsx";
import { adminShellTexts } from "./adminShell.texts.ts";
import classes from "./dialogs.module.css";

/** The navigation of the administration where it has no room beside the page. */
export function AdminDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminShellTexts);
  const common = useTexts(commonTexts);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t.administration}
      size={280}
      // Locking adds a style element without a nonce.
      lockScroll={false}
      // It heads the dialog, not the page.
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": common.close }}
      classNames={{ content: classes.content!, header: classes.header!, title: classes.title! }}
    >
      <AdminNav onChoose={onClose} />
    </Drawer>
  );
}

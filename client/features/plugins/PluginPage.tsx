import { useLocation } from "react-router-dom";
import { Frame } from "../../layout/Frame.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { LateSlot } from "../../plugins/Slot.tsx";
import { useViewer } from "../../session/useViewer.ts";

const ADD_PAGE = "plugin_system@add_page_hook";

/** `/plugin/…` — a page that a plugin adds. */
function PluginPage() {
  const { pathname } = useLocation();
  const { site } = useViewer();
  const path = pathname.slice("/plugin".length).replace(/\/+$/, "");
  if (!site.pluginPlaces.includes(ADD_PAGE + path)) return <NotFound />;
  return (
    <Frame>
      <PageHead noIndex />
      <h1 className="visually-hidden">{site.name}</h1>
      <LateSlot place={ADD_PAGE} useData={() => ({ path })}>
        {null}
      </LateSlot>
    </Frame>
  );
}

/** `/plugin/…` for the table of addresses. */
export const pluginPage = definePage({ Component: PluginPage });

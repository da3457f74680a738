import { readFragment, type FragmentType } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useInstallSamplePluginMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import type { Proven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import panels from "../../ui/panels.module.css";
import { pluginsAdminTexts } from "./pluginsAdmin.texts.ts";
import classes from "./SamplePlugins.module.css";

/** Fields of an included plugin that its card shows. */
export const SamplePlugins_sample = graphql(`
  fragment SamplePlugins_sample on SamplePlugin {
    name
    label
    description
    isInstalled
  }
`);
graphql(`
  mutation InstallSamplePlugin($name: String!) {
    installSamplePlugin(name: $name) {
      id
      name
      version
    }
  }
`);

interface Props {
  samples: readonly FragmentType<typeof SamplePlugins_sample>[];
  proven: Proven;
  onChanged: () => Promise<unknown>;
}

/** The plugins that come with the program and are not installed yet, each with a button that installs it. */
export function SamplePlugins({ samples, proven, onChanged }: Props) {
  const t = useTexts(pluginsAdminTexts);
  const [install] = useInstallSamplePluginMutation();
  const { act, isBusy } = useAct();
  const rest = readFragment(SamplePlugins_sample, samples).filter(({ isInstalled }) => !isInstalled);
  if (rest.length === 0) return null;
  const add = (name: string) =>
    act(
      async () => {
        const { data } = await proven(() => install({ variables: { name } }));
        await onChanged();
        return data!.installSamplePlugin;
      },
      { done: ({ name, version }) => t.installed(name, version) },
    );
  return (
    <section className={panels.body} aria-labelledby="samples">
      <h2 id="samples" className={classes.title}>
        {t.samples}
      </h2>
      <ul className={classes.samples}>
        {rest.map(({ name, label, description }) => (
          <li key={name}>
            <strong>{label}</strong>
            <p>{description}</p>
            <Button
              size="sm"
              aria-label={t.installOf(label)}
              disabled={isBusy}
              onClick={() => void add(name)}
            >
              {t.install}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

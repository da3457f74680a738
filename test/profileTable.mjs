import { readProfiles } from "./engines.mjs";

/** Files of a suite that the table names one by one. */
const SLOWEST = 8;
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8);

/**
 * Prints where the time of each suite went, as a table in Markdown: wall and processor time of the workers, and the time of
 * each kind of work. What is neither processor time nor work of a named kind is waiting, on other programs for the most part.
 * @param suites names with the folders of their profiles
 */
export function printProfile(suites) {
  console.log(
    "\n| suite | files | wall s | processor s | migrations s | databases s | forums | forums s | browsers s |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  const profiled = suites.map(({ name, folder }) => ({ name, profiles: readProfiles(folder) }));
  for (const { name, profiles } of profiled) {
    const sum = (pick) => profiles.reduce((total, profile) => total + pick(profile), 0);
    const work = (kind) => seconds(sum((profile) => profile.work[kind]?.ms ?? 0));
    const forums = sum((profile) => profile.work.forums?.calls ?? 0);
    const times = [seconds(sum(({ wallMs }) => wallMs)), seconds(sum(({ cpuMs }) => cpuMs))];
    const cells = [...times, work("migrations"), work("databases"), forums, work("forums"), work("browsers")];
    console.log(`| ${[name, profiles.length, ...cells].join(" | ")} |`);
  }
  for (const { name, profiles } of profiled) {
    const slowest = profiles.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, SLOWEST);
    console.log(`\nslowest in ${name}: wall, processor`);
    for (const { file, wallMs, cpuMs } of slowest)
      console.log(`${seconds(wallMs)} s${seconds(cpuMs)} s  ${file}`);
  }
}

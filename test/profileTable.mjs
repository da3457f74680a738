import { readProfiles } from "./engines.mjs";

/** Files of a suite that the table names one by one. */
const SLOWEST = 8;
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8);

/**
 * Prints where the time of each suite went, as a table in Markdown: wall and processor time of the workers, processor time
 * of the programs that they started, and the time of each kind of work. What is neither processor time nor work of a named kind is waiting, on other programs for the most part.
 * @param suites names with the folders of their profiles
 */
export function printProfile(suites) {
  console.log(
    "\n| suite | files | wall s | processor s | programs s | migrations s | databases s | forums | forums s | browsers s |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  const profiled = suites.map(({ name, folder }) => ({ name, profiles: readProfiles(folder) }));
  for (const { name, profiles } of profiled) {
    const sum = (pick) => profiles.reduce((total, profile) => total + pick(profile), 0);
    const work = (kind) => seconds(sum((profile) => profile.work[kind]?.ms ?? 0));
    const forums = sum((profile) => profile.work.forums?.calls ?? 0);
    const times = ["wallMs", "cpuMs", "programsMs"].map((key) => seconds(sum((profile) => profile[key])));
    const cells = [...times, work("migrations"), work("databases"), forums, work("forums"), work("browsers")];
    console.log(`| ${[name, profiles.length, ...cells].join(" | ")} |`);
  }
  for (const { name, profiles } of profiled) {
    const slowest = profiles.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, SLOWEST);
    console.log(`\nslowest in ${name}: wall, processor, programs`);
    for (const { file, wallMs, cpuMs, programsMs } of slowest)
      console.log(`${seconds(wallMs)} s${seconds(cpuMs)} s${seconds(programsMs)} s  ${file}`);
  }
}

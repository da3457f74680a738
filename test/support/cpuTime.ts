/** Measures the processor time of some work, in milliseconds: what else the machine does takes no part in it. */
export function cpuMs(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

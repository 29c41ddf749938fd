/**
 * The milliseconds that this thread worked on it, repeated often enough to be measured: other programs on the machine
 * don't count.
 */
export function cpuTimeOf(work: () => unknown, times: number): number {
  const began = process.threadCpuUsage()
  for (let i = 0; i < times; i++) work()
  const ended = process.threadCpuUsage()
  return (ended.user - began.user + ended.system - began.system) / 1000
}

// Preloaded into the portal's process (`--import`): on SIGUSR2 it writes the event loop delay since the last time.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
  // The histogram includes the timer's own ten milliseconds.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 10)
  const path = process.env.LOOP_WATCH
  if (path !== undefined)
    writeFileSync(path, JSON.stringify({ p99: late(delay.percentile(99)), worst: late(delay.max) }))
  delay.reset()
})

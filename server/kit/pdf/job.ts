// What the portal and its typesetter say to each other.
export interface Job {
  id: number
  /** The folder of the templates; they may read nothing else. */
  folder: string
  template: string
  /** JSON. */
  data: string
  files: Record<string, Uint8Array>
}

/** `memoryMegabytes` is what the process holds afterwards. */
export type Done = { id: number; cpuMilliseconds: number; memoryMegabytes: number } & (
  | { bytes: Uint8Array; degraded: boolean }
  | { fault: string }
)

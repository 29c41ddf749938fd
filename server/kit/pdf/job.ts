// What the portal and its typesetter say to each other.
export interface Job {
  id: number
  /** The folder of the templates; they may read nothing else. */
  folder: string
  template: string
  /** JSON. */
  data: string
  files: Record<string, Uint8Array>
  /** The fields that the template's links to `field:NAME` become; none for a paper to be read only. */
  fields: Fillable[]
}

/** A field of a PDF that can be filled in. A choice has one place for each of its values: `field:NAME=VALUE`. */
export interface Fillable {
  name: string
  /** What is read aloud. */
  label: string
  kind: 'line' | 'text' | 'choice' | 'check'
  required: boolean
  choices: { value: string; label: string }[]
  value?: string
  mostCharacters: number
}

/** `memoryMegabytes` is what the process holds afterwards. */
export type Done = { id: number; cpuMilliseconds: number; memoryMegabytes: number } & (
  | { bytes: Uint8Array; degraded: boolean }
  | { fault: string }
)

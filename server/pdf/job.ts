// What the portal sends to its typesetter, and what comes back.
export interface Job {
  /** The folder of the templates; they may read nothing else. */
  folder: string
  template: string
  /** JSON. */
  data: string
  files: Record<string, Uint8Array>
  /** The fields that the template's links to `field:NAME` become; none for a paper to be read only. */
  fields: Fillable[]
  /** Of the processor: the typesetter ends when this job takes more. */
  limitMilliseconds: number
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

export interface Printed {
  bytes: Uint8Array
  /** A character in it has no glyph in any font: the PDF is tagged, but may not call itself PDF/UA. */
  degraded: boolean
  /** Of the typesetter, for this PDF. */
  cpuMilliseconds: number
  /** What the typesetter holds after it. */
  memoryMegabytes: number
}

// Messages between the portal and the typesetter.
import type { PolicyHeaderRow, PrintablePolicy } from '../../domain/model-policy.ts'

export interface Job {
  /** Folder of the templates, the only one they may read. */
  folder: string
  template: string
  /** JSON. */
  data: string
  files: Record<string, Uint8Array>
  /** The form fields that replace the template's links to `field:NAME`; none for a read-only document. */
  fields: Fillable[]
  /** CPU time after which the typesetter is ended. */
  limitMilliseconds: number
}

/** A fillable PDF field. A choice has a link for each of its values: `field:NAME=VALUE`. */
export interface Fillable {
  name: string
  /** The accessible name. */
  label: string
  kind: 'line' | 'text' | 'choice' | 'check' | 'signature'
  required: boolean
  choices: { value: string; label: string }[]
  value?: string
  isReadOnly?: boolean
  maxCharacters: number
}

export interface Printed {
  bytes: Uint8Array
  /** Some character has no glyph in any font: the PDF is tagged, but is not PDF/UA. */
  degraded: boolean
  /** CPU time that this PDF took. */
  cpuMilliseconds: number
  /** The typesetter's memory after it. */
  memoryMegabytes: number
}

/** A document that an employer adopts. */
export interface AdoptedDocument {
  title: string
  /** The employer's name, or a bracket to fill in. */
  organization: string
  /** The cover of a handbook; null for a single policy. */
  cover: PolicyHeaderRow[] | null
  policies: PrintablePolicy[]
  /** For a handbook: what an employee confirms, one string per paragraph. */
  acknowledgment: string[]
  footer: string
}

// Shared by the rules.
import { PDFHexString, PDFNumber, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import type { Pdf } from './structure.ts'

/** The violations, a sentence each. */
export type Rule = (pdf: Pdf) => string[]

export const unless = (fine: boolean, sentence: string) => (fine ? [] : [sentence])

export const textOf = (value: PDFObject | undefined): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText().trim() : ''

export const numberOf = (value: PDFObject | undefined) => (value instanceof PDFNumber ? value.asNumber() : null)

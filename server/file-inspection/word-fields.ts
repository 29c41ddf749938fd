// Fields of a Word document: { DDEAUTO … } starts another program, { INCLUDEPICTURE … } loads its target when the
// document is opened. A field's instruction may be split over any number of runs.
import type { ContentFault } from '../../domain/file-kind.ts'
import type { XmlHandlers } from './xml.ts'

interface Field {
  instruction: string
  /** The field's name is the result of another field, so it is unknown. */
  isComputed: boolean
  /** Another field is within the instruction, so a part of it is unknown. */
  hasField: boolean
  /** The result is between `separate` and `end`. */
  isResult: boolean
}

/** Longer than any address that Word accepts. */
export const maxInstruction = 1000

const startsProgram = /^[\s"\u201c]*DDE(?:AUTO)?(?![a-z])/i
const loads = /^[\s"\u201c]*(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|RD|DATABASE)(?![a-z])/i
const links = /^[\s"\u201c]*HYPERLINK(?![a-z])/i
/** A network share, or an address with a scheme other than that of a file on the reader's disk. */
const share = String.raw`(?:^|[\s"\u201c\u201d])(?:\\{2,}|/{2})[^\s\\/"]|\bfile:(?!/{3}[a-z]:)`
const isRemote = new RegExp(String.raw`${share}|\b(?!file:)[a-z][a-z0-9+.-]+:(?:[^\s\\]|\\{2})`, 'i')
const isShare = new RegExp(String.raw`${share}|\b(?:ms-[a-z-]+|mhtml|javascript|vbscript):`, 'i')

/** @param hasField whether another field is within the instruction: a target that it computes is taken as remote */
export function faultOfInstruction(instruction: string, hasField = false): ContentFault | null {
  if (startsProgram.test(instruction)) return 'dde'
  if (loads.test(instruction)) return hasField || isRemote.test(instruction) ? 'external' : null
  return links.test(instruction) && isShare.test(instruction) ? 'fileLink' : null
}

/** Calls `onFound` for a field that starts a program or loads something from elsewhere, or whose name is computed. */
export function watchFields(onFound: (fault: ContentFault) => void): XmlHandlers {
  const open: Field[] = []
  let isInstruction = false

  const check = (instruction: string, hasField: boolean) => {
    const fault = faultOfInstruction(instruction, hasField)
    if (fault !== null) onFound(fault)
  }
  const finish = (field: Field | undefined) => {
    if (field === undefined) return
    if (field.isComputed) onFound('dde')
    else check(field.instruction, field.hasField)
  }

  return {
    open(name, attributes) {
      if (name === 'fldSimple') check(attributes['instr'] ?? '', false)
      if (name === 'instrText' || name === 'delInstrText') isInstruction = true
      if (name !== 'fldChar') return
      const parent = open.at(-1)
      const type = attributes['fldCharType']
      if (type === 'begin') {
        if (parent !== undefined && !parent.isResult) {
          if (parent.instruction.trim() === '') parent.isComputed = true
          parent.hasField = true
        }
        open.push({ instruction: '', isComputed: false, hasField: false, isResult: false })
      }
      if (type === 'separate' && parent !== undefined) parent.isResult = true
      if (type === 'end') finish(open.pop())
    },
    text(text) {
      const field = open.at(-1)
      if (isInstruction && field !== undefined && !field.isResult && field.instruction.length < maxInstruction)
        field.instruction += text
    },
    close(name) {
      if (name === 'instrText' || name === 'delInstrText') isInstruction = false
      // A field without an end is checked as well.
      if (name === 'document') while (open.length > 0) finish(open.pop())
    },
  }
}

// Fields of a Word document: { DDEAUTO … } starts another program. A field's instruction may be split over any number of runs.
import type { XmlHandlers } from './xml.ts'

interface Field {
  instruction: string
  /** The name of the field is the result of another one, so that it cannot be told. */
  isComputed: boolean
  /** Between `separate` and `end` stands the result. */
  isResult: boolean
}

const startsProgram = (instruction: string) => /^[\s"\u201c]*DDE(?:AUTO)?(?![a-z])/i.test(instruction)

/** Calls `onFound` for a field that starts a program, or whose name is hidden. */
export function watchFields(onFound: () => void): XmlHandlers {
  const open: Field[] = []
  let isInstruction = false

  const finish = (field: Field | undefined) => {
    if (field !== undefined && (field.isComputed || startsProgram(field.instruction))) onFound()
  }

  return {
    open(name, attributes) {
      if (name === 'fldSimple' && startsProgram(attributes['instr'] ?? '')) onFound()
      if (name === 'instrText' || name === 'delInstrText') isInstruction = true
      if (name !== 'fldChar') return
      const parent = open.at(-1)
      const type = attributes['fldCharType']
      if (type === 'begin') {
        if (parent !== undefined && !parent.isResult && parent.instruction.trim() === '') parent.isComputed = true
        open.push({ instruction: '', isComputed: false, isResult: false })
      }
      if (type === 'separate' && parent !== undefined) parent.isResult = true
      if (type === 'end') finish(open.pop())
    },
    text(text) {
      const field = open.at(-1)
      if (isInstruction && field !== undefined && !field.isResult && field.instruction.length < 1000)
        field.instruction += text
    },
    close(name) {
      if (name === 'instrText' || name === 'delInstrText') isInstruction = false
      // A field that is never ended is read all the same.
      if (name === 'document') while (open.length > 0) finish(open.pop())
    },
  }
}

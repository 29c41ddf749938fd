// The painted content of the pages, and its connection to the structure tree.
import { PDFArray, PDFDict, type PDFObject, PDFName } from '@cantoo/pdf-lib'
import { type Operand, operatorsOf } from './content.ts'
import { numberOf, type Rule, unless } from './rule.ts'
import { dictOrNull, type Element, type Pdf } from './structure.ts'

const paints = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'Tj', 'TJ', "'", '"', 'EI'])

/** 01-03, 01-04, 01-05, 19: all painted content is either in the tree, once, or an artifact. */
export const content: Rule = (pdf) =>
  pdf.pages.flatMap((page, index) => {
    const faults = new Set<string>()
    const say = (words: string) => faults.add(`Page ${index + 1}: ${words}`)
    const inTree = new Map<number, Element[]>()
    for (const element of pdf.elements)
      for (const { page: where, id } of element.marked)
        if (where === page) inTree.set(id, [...(inTree.get(id) ?? []), element])
    const painted = new Set<number>()
    const open: { artifact: boolean; id: number | null }[] = []
    for (const { name, operands } of operatorsOf(pdf.content(page))) {
      if (name === 'BMC' || name === 'BDC') {
        const mark = { artifact: operands[0] === '/Artifact', id: markedId(pdf, page, operands[1]) }
        if (mark.id !== null && painted.has(mark.id)) say(`the content ${mark.id} is there twice.`)
        if (mark.id !== null) painted.add(mark.id)
        if (mark.artifact && open.some(({ id }) => id !== null)) say('an artifact is in tagged content.')
        if (mark.id !== null && open.some(({ artifact }) => artifact)) say('tagged content is in an artifact.')
        open.push(mark)
      } else if (name === 'EMC') open.pop()
      else if (paints.has(name) && !open.some(({ artifact, id }) => artifact || id !== null))
        say(`something is painted (${name}) that is neither tagged nor an artifact.`)
    }
    for (const id of painted) if (!inTree.has(id)) say(`the content ${id} is not in the structure tree.`)
    for (const [id, owners] of inTree) {
      if (!painted.has(id)) say(`the structure tree names the content ${id}, which is not there.`)
      if (owners.length > 1) say(`the content ${id} is in the structure tree twice.`)
    }
    return [...faults]
  })

export function markedId({ get }: Pdf, page: PDFDict, operand: Operand | undefined): number | null {
  if (Array.isArray(operand)) {
    const value = operand[operand.indexOf('/MCID') + 1]
    return operand.includes('/MCID') && typeof value === 'number' ? value : null
  }
  if (typeof operand !== 'string') return null
  const resources = dictOrNull(get(page, 'Resources'))
  const properties = resources === null ? null : dictOrNull(get(resources, 'Properties'))
  const named = properties === null ? null : dictOrNull(get(properties, operand.slice(1)))
  return named === null ? null : numberOf(get(named, 'MCID'))
}

/** 01-06: content refers back to its place in the tree. */
export const parents: Rule = (pdf) => {
  const entries = pdf.tree === null ? new Map<number, PDFObject>() : numberTree(pdf, pdf.get(pdf.tree, 'ParentTree'))
  const lost = pdf.elements.flatMap(({ dict, marked }) =>
    marked.filter(({ page, id }) => {
      const entry = entries.get(numberOf(pdf.get(page, 'StructParents')) ?? -1)
      return !(entry instanceof PDFArray) || entry.lookup(id) !== dict
    }),
  )
  return unless(lost.length === 0, 'Content cannot be followed back to its place in the structure tree.')
}

function numberTree(pdf: Pdf, node: PDFObject | undefined): Map<number, PDFObject> {
  const dict = dictOrNull(node)
  if (dict === null) return new Map()
  const own = pdf.list(dict.get(PDFName.of('Nums')))
  const found = new Map<number, PDFObject>()
  for (let i = 0; i + 1 < own.length; i += 2) found.set(numberOf(own[i]) ?? -1, own[i + 1] as PDFObject)
  for (const kid of pdf.list(dict.get(PDFName.of('Kids'))))
    for (const [key, value] of numberTree(pdf, kid)) found.set(key, value)
  return found
}

// The Markdown of policies: headings of two levels, paragraphs, lists, tables, links, and emphasis. Anything else,
// above all HTML, is refused with a sentence. Pure: text in, sections out.
import type { BlockContent, ListItem, Nodes, PhrasingContent, RootContent, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type Block, isLibraryLink, type PolicySection, type Run } from '../../domain/hr-policy.ts'

/** Why a text is not supported: one sentence for each problem, with its line. */
export class MarkdownError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join(' '))
    this.name = 'MarkdownError'
    this.problems = problems
  }
}

/**
 * The sections of a policy's text, in order. The same text gives the same anchors.
 * @throws MarkdownError that names everything outside the subset
 */
export function sectionsOf({ content }: { content: string }): PolicySection[] {
  const reading: Reading = { problems: [], sections: [], anchors: new Set() }
  const root = fromMarkdown(content, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  for (const node of root.children) readNode(reading, node)
  if (reading.sections.length === 0)
    complain(reading, root, 'A policy has at least one section, which begins with "## ".')
  if (reading.problems.length > 0) throw new MarkdownError(reading.problems)
  return reading.sections
}

interface Reading {
  problems: string[]
  sections: PolicySection[]
  anchors: Set<string>
}

const complain = ({ problems }: Reading, node: Nodes, sentence: string) =>
  void problems.push(`Line ${node.position?.start.line ?? 1}: ${sentence}`)

function readNode(reading: Reading, node: RootContent) {
  if (node.type === 'heading') return begin(reading, node)
  const section = reading.sections.at(-1)
  if (section === undefined) return complain(reading, node, 'Begin the text with a heading such as "## In short".')
  const block = blockOf(reading, node)
  if (block !== null) section.blocks.push(block)
}

function begin(reading: Reading, node: Extract<RootContent, { type: 'heading' }>) {
  const heading = runsOf(reading, node.children)
    .map(({ text }) => text)
    .join('')
  if (node.depth !== 2 && node.depth !== 3) return complain(reading, node, 'Headings begin with "## " or "### ".')
  const above = reading.sections.findLast(({ level }) => level === 2)
  if (node.depth === 3 && above === undefined)
    return complain(reading, node, 'Put a "### " heading under a "## " heading.')
  const path = node.depth === 3 && above !== undefined ? [above.heading, heading] : [heading]
  reading.sections.push({ anchor: anchorOf(reading, heading), level: node.depth, heading, path, blocks: [] })
}

/** "How often wages are paid" → `how-often-wages-are-paid`; a second one gets `-2`. */
function anchorOf({ anchors }: Reading, heading: string): string {
  const plain = heading.normalize('NFKD').toLowerCase()
  const name = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'section'
  let anchor = name
  for (let count = 2; anchors.has(anchor); count++) anchor = `${name}-${count}`
  anchors.add(anchor)
  return anchor
}

function blockOf(reading: Reading, node: RootContent): Block | null {
  if (node.type === 'paragraph') return { kind: 'paragraph', runs: runsOf(reading, node.children) }
  if (node.type === 'list')
    return {
      kind: 'list',
      ordered: node.ordered === true,
      items: node.children.map((item) => itemOf(reading, item)),
    }
  if (node.type === 'table') {
    const [head = [], ...rows] = node.children.map((row) => cellsOf(reading, row))
    return { kind: 'table', head, rows }
  }
  complain(reading, node, `${namesOf[node.type] ?? 'This'} can’t be used in a policy.`)
  return null
}

function itemOf(reading: Reading, item: ListItem): Run[] {
  const [first, ...rest] = item.children as BlockContent[]
  if (first?.type !== 'paragraph' || rest.length > 0) {
    complain(reading, item, 'A list item must be one paragraph, without a nested list.')
    return []
  }
  return runsOf(reading, first.children)
}

const cellsOf = (reading: Reading, row: TableRow): Run[][] => row.children.map((cell) => runsOf(reading, cell.children))

type Style = Omit<Run, 'text'>

function runsOf(reading: Reading, nodes: PhrasingContent[], style: Style = {}): Run[] {
  return nodes.flatMap((node): Run[] => {
    // A line break inside a paragraph becomes a space.
    if (node.type === 'text') return [{ text: node.value.replace(/(?<!\s)\s*\n\s*/g, ' '), ...style }]
    if (node.type === 'strong') return runsOf(reading, node.children, { ...style, strong: true })
    if (node.type === 'emphasis') return runsOf(reading, node.children, { ...style, emphasis: true })
    if (node.type === 'link') {
      if (!isLibraryLink(node.url)) complain(reading, node, `"${node.url}" is not an https address.`)
      return runsOf(reading, node.children, { ...style, url: node.url })
    }
    complain(reading, node, `${namesOf[node.type] ?? 'This'} can’t be used in a policy.`)
    return []
  })
}

const namesOf: Partial<Record<Nodes['type'], string>> = {
  blockquote: 'A quotation (">")',
  break: 'A manual line break',
  code: 'Code',
  definition: 'A reference link',
  html: 'HTML',
  image: 'An image',
  imageReference: 'An image',
  inlineCode: 'Code',
  linkReference: 'A reference link',
  thematicBreak: 'A horizontal rule ("---")',
}

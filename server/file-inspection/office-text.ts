// Text of Word documents and Excel workbooks: ZIP archives of XML parts (ECMA-376). A document is a line for each
// paragraph, and a workbook one for each row.
import yauzl from 'yauzl'
import { readXml, type XmlHandlers } from './xml.ts'

/** Limits on what is read: entries of the archive, unpacked bytes, and levels of elements. */
const maxEntries = 2000
const maxUnpacked = 67_108_864
const maxDepth = 256
/** Text cells of a workbook refer to a list of texts. */
const maxSharedTexts = 500_000
const maxSharedLength = 4_000_000

/** At least `limit` characters if there are as many. Throws for a damaged or encrypted file. */
export async function textOfOffice(kind: 'docx' | 'xlsx', bytes: Buffer, limit: number): Promise<string> {
  const office = await openOffice(bytes)
  const collected = new Collected(limit)
  if (kind === 'docx') await readDocument(office, collected)
  else await readWorkbook(office, collected)
  return collected.text
}

interface Office {
  /** The parts whose names match, by number. */
  named(pattern: RegExp): string[]
  /** Reads a part to its end, or until a handler throws `Enough`. Leaves out what would be too much to unpack. */
  read(name: string, handlers: XmlHandlers): Promise<void>
}

/** Ends the reading: there is enough text. */
class Enough extends Error {}

class Collected {
  text = ''
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.text.length >= this.#limit
  }

  add(text: string) {
    this.text += text.slice(0, this.#limit)
    if (this.isFull) throw new Enough()
  }
}

async function openOffice(bytes: Buffer): Promise<Office> {
  const archive = await yauzl.fromBufferPromise(bytes)
  if (archive.entryCount > maxEntries) throw new Error('Too many entries')
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry)
    if (entries.size > maxEntries) throw new Error('Too many entries')
  }
  let unpacked = 0
  return {
    named: (pattern) =>
      [...entries.keys()].filter((name) => pattern.test(name)).toSorted((a, b) => numberIn(a) - numberIn(b)),
    async read(name, handlers) {
      const entry = entries.get(name)
      if (entry === undefined) return
      // A part with more bytes than the archive says ends with an error.
      unpacked += entry.uncompressedSize
      if (unpacked > maxUnpacked) return
      const stream = await archive.openReadStreamPromise(entry)
      try {
        await readXml(stream, limitDepth(handlers))
      } catch (error) {
        if (!(error instanceof Enough)) throw error
      } finally {
        stream.destroy()
      }
    },
  }
}

const numberIn = (name: string) => Number(/(\d{0,9})\.xml$/.exec(name)?.[1] ?? 0)

function limitDepth({ open, close, ...others }: XmlHandlers): XmlHandlers {
  let depth = 0
  return {
    ...others,
    open(name, attributes) {
      if (++depth > maxDepth) throw new Error('Nested too deeply')
      open(name, attributes)
    },
    close(name) {
      depth--
      close?.(name)
    },
  }
}

const documentParts = /^word\/(?:document\d*|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/

async function readDocument(office: Office, collected: Collected): Promise<void> {
  // The text itself comes first.
  const parts = office.named(documentParts).toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
  for (const part of parts) {
    if (collected.isFull) return
    await office.read(part, paragraphs(collected))
  }
}

const isMain = (name: string) => name.startsWith('word/document')

const breaks = new Map([
  ['tab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
])

function paragraphs(collected: Collected): XmlHandlers {
  let isText = false
  /** What older programs show instead of a drawing: the same text again. */
  let fallbacks = 0
  return {
    open(name) {
      isText = name === 't'
      if (name === 'Fallback') fallbacks++
      const mark = breaks.get(name)
      if (mark !== undefined) collected.add(mark)
    },
    text(text) {
      if (isText && fallbacks === 0) collected.add(text)
    },
    close(name) {
      isText = false
      if (name === 'Fallback') fallbacks--
      if (name === 'p') collected.add('\n')
    },
  }
}

async function readWorkbook(office: Office, collected: Collected): Promise<void> {
  const shared = await sharedTexts(office)
  for (const sheet of office.named(/^xl\/worksheets\/sheet\d*\.xml$/)) {
    if (collected.isFull) return
    await office.read(sheet, rows(shared, collected))
  }
}

async function sharedTexts(office: Office): Promise<string[]> {
  const texts: string[] = []
  let length = 0
  let current = ''
  let isText = false
  /** How to pronounce a text, in Japanese workbooks. */
  let isPhonetic = false
  await office.read('xl/sharedstrings.xml', {
    open(name) {
      isText = name === 't'
      if (name === 'rPh') isPhonetic = true
      if (name === 'si') current = ''
    },
    text(text) {
      if (isText && !isPhonetic) current += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      length += current.length
      texts.push(current)
      if (texts.length >= maxSharedTexts || length >= maxSharedLength) throw new Enough()
    },
  })
  return texts
}

function rows(shared: readonly string[], collected: Collected): XmlHandlers {
  let type = ''
  let value = ''
  let isValue = false
  return {
    open(name, attributes) {
      isValue = name === 'v' || name === 't'
      if (name !== 'c') return
      type = attributes['t'] ?? 'n'
      value = ''
    },
    text(text) {
      if (isValue) value += text
    },
    close(name) {
      isValue = false
      if (name === 'row') collected.add('\n')
      if (name !== 'c') return
      const shown = type === 's' && value !== '' ? (shared[Number(value)] ?? '') : value
      // Booleans and errors are no text.
      if (shown !== '' && type !== 'b' && type !== 'e') collected.add(`${shown}\t`)
    },
  }
}

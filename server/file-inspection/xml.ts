// Stream parser for the XML parts of Office files. Refuses a document type declaration, so there are no entities to
// expand.
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'

export interface XmlHandlers {
  /** `name` and the keys of `attributes` have no namespace prefix. */
  open: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Throws unless the input is well-formed XML in UTF-8 or UTF-16, the only encodings that Office files may use. */
export async function readXml(stream: Readable, { open, close, text }: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ position: false })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-8|utf-16|us-ascii)$/i.test(encoding)) throw new Error('Unexpected encoding')
  })
  parser.on('doctype', () => {
    throw new Error('A document type is not allowed')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = Object.entries(attributes).map(([key, value]) => [localName(key), value])
    open(localName(name), Object.fromEntries(local))
  })
  if (close !== undefined) parser.on('closetag', ({ name }) => close(localName(name)))
  if (text !== undefined) parser.on('text', text)
  let decoder: TextDecoder | null = null
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    decoder ??= decoderFor(chunk)
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.write(decoder?.decode() ?? '').close()
}

function decoderFor(head: Buffer): TextDecoder {
  const start = head.subarray(0, 2).toString('hex')
  if (start === 'fffe' || start === '3c00') return new TextDecoder('utf-16le', { fatal: true })
  if (start === 'feff' || start === '003c') return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder('utf-8', { fatal: true })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

// A content stream as operators, each with its marked content and whether that is an artifact.

export interface Operator {
  name: string
  /** Numbers, names ("/P"), strings as bytes, and dictionaries and arrays as lists. */
  operands: Operand[]
}
export type Operand = number | string | Uint8Array | Operand[]

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set(Buffer.from('()<>[]{}/%'))

/** @param bytes a page's content, decoded; several streams joined by a line break */
export function operatorsOf(bytes: Uint8Array): Operator[] {
  const reader = new Reader(bytes)
  const found: Operator[] = []
  let operands: Operand[] = []
  for (;;) {
    const next = reader.next()
    if (next === null) return found
    if (typeof next !== 'string' || next.startsWith('/')) operands.push(next)
    else {
      found.push({ name: next, operands })
      operands = []
      if (next === 'ID') reader.skipImage()
    }
  }
}

class Reader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** An operand, an operator's name, or null at the end. */
  next(): Operand | null {
    this.skipSpace()
    const first = this.bytes.at(this.at)
    if (first === undefined) return null
    const sign = String.fromCharCode(first)
    if (sign === '(') return this.string()
    if (sign === '<' && this.bytes[this.at + 1] === 60) return this.list('<<', '>>')
    if (sign === '<') return this.hex()
    if (sign === '[') return this.list('[', ']')
    if (sign === '/') {
      this.at++
      return `/${this.word()}`
    }
    const word = this.word()
    if (word === '') throw new Error(`A content stream cannot be read at ${this.at}`)
    return /^[+-]?\d*\.?\d*$/.test(word) && /\d/.test(word) ? Number(word) : word
  }

  skipImage() {
    while (this.at < this.bytes.length) {
      const [before = 0, ...end] = this.bytes.subarray(this.at, this.at + 3)
      if (whitespace.has(before) && end[0] === 69 && end[1] === 73) return
      this.at++
    }
  }

  private skipSpace() {
    for (;;) {
      const byte = this.bytes.at(this.at)
      if (byte === 37) while (this.at < this.bytes.length && this.bytes[this.at] !== 10) this.at++
      else if (byte !== undefined && whitespace.has(byte)) this.at++
      else return
    }
  }

  private word(): string {
    const start = this.at
    while (this.at < this.bytes.length) {
      const byte = this.bytes[this.at] as number
      if (whitespace.has(byte) || delimiters.has(byte)) break
      this.at++
    }
    return Buffer.from(this.bytes.subarray(start, this.at)).toString('latin1')
  }

  private string(): Uint8Array {
    const found: number[] = []
    let depth = 0
    for (;;) {
      const byte = this.bytes.at(this.at++)
      if (byte === undefined) throw new Error('A string in a content stream has no end')
      if (byte === 92) found.push(...this.escaped())
      else if (byte === 40 && depth++ === 0) continue
      else if (byte === 41 && --depth === 0) return Uint8Array.from(found)
      else found.push(byte)
    }
  }

  private escaped(): number[] {
    const octal = /^[0-7]{1,3}/.exec(Buffer.from(this.bytes.subarray(this.at, this.at + 3)).toString('latin1'))?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return [Number.parseInt(octal, 8) & 255]
    }
    const sign = this.bytes.at(this.at++) ?? 0
    if (sign === 10) return []
    const control = 'nrtbf'.indexOf(String.fromCharCode(sign))
    return [control === -1 ? sign : ([10, 13, 9, 8, 12][control] as number)]
  }

  private hex(): Uint8Array {
    const end = this.bytes.indexOf(62, this.at)
    const digits = Buffer.from(this.bytes.subarray(this.at + 1, end))
      .toString('latin1')
      .replaceAll(/\s/g, '')
    this.at = end + 1
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
  }

  private list(open: string, close: string): Operand[] {
    this.at += open.length
    const found: Operand[] = []
    for (;;) {
      this.skipSpace()
      if (Buffer.from(this.bytes.subarray(this.at, this.at + close.length)).toString('latin1') === close) {
        this.at += close.length
        return found
      }
      const each = this.next()
      if (each === null) throw new Error('A list in a content stream has no end')
      found.push(each)
    }
  }
}

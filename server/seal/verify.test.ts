// Any change of a sealed file is detected, and any input to verification is answered quickly.
import { createPrivateKey, randomBytes } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../../tests/samples.ts'
import { makeRoot, makeSealing } from './certificates.ts'
import { sealPdf, type SealingKey } from './sign.ts'
import { type Verdict, verifySeal } from './verify.ts'

const now = new Date()
const mib = 1_048_576

async function newKey(id: string, organization = 'ProHR'): Promise<SealingKey> {
  const root = await makeRoot(organization, now)
  const { certificate, privateKey } = await makeSealing(organization, root, now)
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  return { id, certificates: [certificate, root.certificate], retiredAt: null, privateKey: key }
}

let ours: SealingKey
/** A key whose certificate has the same names as ours. */
let theirs: SealingKey
let original: Buffer
let sealed: Buffer

const seal = async (bytes: Uint8Array, key = ours, at = now) =>
  Buffer.from(
    await sealPdf(bytes, key, { reason: 'Contract', at, fieldName: `Seal ${randomBytes(8).toString('hex')}` }),
  )
const judge = (bytes: Uint8Array, keys = [ours]): Verdict => verifySeal(bytes, keys)
const changed = { is: 'changed' }

beforeAll(async () => {
  ours = await newKey('ours')
  theirs = await newKey('theirs')
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of ['A contract', 'Its second page']) document.addPage().drawText(text, { font })
  original = Buffer.from(await document.save({ useObjectStreams: false }))
  sealed = await seal(original)
})

describe('a sealed file', () => {
  it('is intact as returned by sealing', () => {
    expect(judge(sealed)).toMatchObject({ is: 'whole', sealKeyId: 'ours' })
    expect(judge(sealed, [theirs, ours])).toMatchObject({ is: 'whole', sealKeyId: 'ours' })
  })

  it('is reported as changed with any bit flipped', () => {
    const { gap, key, table, end } = places()
    const chosen = [0, 1, 7, gap.start, gap.start + 1, gap.start + 9, gap.end - 2, gap.end - 1, gap.end]
    const somewhere = Array.from({ length: 250 }, (_, n) => Math.floor(((n + Math.random()) / 250) * sealed.length))
    for (const at of [...chosen, ...key, ...table, end, ...somewhere]) {
      const bit = 1 << Math.floor(Math.random() * 8)
      const copy = Buffer.from(sealed)
      copy[at] = (copy[at] ?? 0) ^ bit
      expect(judge(copy), `bit ${bit} of byte ${at}`).toMatchObject(changed)
    }
  })

  /** Inside the hexadecimal string, its range, the last table, and the last byte. */
  function places() {
    const text = sealed.toString('latin1')
    const range = text.lastIndexOf('/ByteRange')
    const start = text.indexOf('<', range)
    const table = text.lastIndexOf('\nxref\n') + 1
    return {
      gap: { start, end: text.indexOf('>', start) + 1 },
      key: Array.from({ length: 40 }, (_, n) => range + n),
      table: Array.from({ length: 20 }, (_, n) => table + n),
      end: sealed.length - 1,
    }
  }

  it('is reported as changed with any byte removed or inserted', () => {
    for (let n = 0; n < 60; n++) {
      const at = Math.floor(Math.random() * sealed.length)
      const shorter = Buffer.concat([sealed.subarray(0, at), sealed.subarray(at + 1)])
      const longer = Buffer.concat([sealed.subarray(0, at), Buffer.from('\n'), sealed.subarray(at)])
      expect(judge(shorter), `without byte ${at}`).toMatchObject(changed)
      expect(judge(longer), `with one before byte ${at}`).toMatchObject(changed)
    }
  })

  it('fails with its hexadecimal string in lower case, or with different padding', () => {
    const { gap } = places()
    const text = sealed.toString('latin1', gap.start, gap.end)
    const respelled = (other: string) =>
      Buffer.concat([sealed.subarray(0, gap.start), Buffer.from(other), sealed.subarray(gap.end)])
    expect(judge(respelled(text.toLowerCase()))).toMatchObject(changed)
    expect(judge(respelled(text.replace(/0(>)$/, '1$1')))).toMatchObject({ ...changed, found: 'seal' })
    expect(judge(respelled(text.replace('00', ' 0')))).toMatchObject(changed)
  })

  it('is reported if something was appended after the seal', async () => {
    const added = { ...changed, found: 'appended', sealKeyId: 'ours' }
    for (const tail of ['\n', ' ', '%%EOF\n', randomBytes(100), original])
      expect(judge(Buffer.concat([sealed, Buffer.from(tail)]))).toMatchObject(added)
    const document = await PDFDocument.load(sealed, { forIncrementalUpdate: true })
    document.getPage(0).drawText('and another thing')
    const update = Buffer.from(await document.save())
    expect(update.subarray(0, sealed.length).equals(sealed)).toBe(true)
    expect(judge(update)).toMatchObject(added)
  })

  it('is reported if someone else signed after us', async () => {
    expect(judge(await seal(sealed, theirs))).toMatchObject({ ...changed, found: 'signed-again', sealKeyId: 'ours' })
  })

  it('is intact if it was sealed twice', async () => {
    expect(judge(await seal(sealed))).toMatchObject({ is: 'whole', seals: 2 })
  })

  it('fails with another file before or after it', async () => {
    const other = await seal(pdf())
    for (const pair of [
      [sealed, other],
      [other, sealed],
      [sealed, sealed],
    ])
      expect(judge(Buffer.concat(pair))).toMatchObject(changed)
  })

  it('fails if its seal is moved to other content', async () => {
    const { gap } = places()
    const foreign = await seal(original, theirs)
    const text = foreign.toString('latin1')
    const at = text.indexOf('<', text.lastIndexOf('/ByteRange'))
    const swapped = Buffer.concat([
      foreign.subarray(0, at),
      sealed.subarray(gap.start, gap.end),
      foreign.subarray(text.indexOf('>', at) + 1),
    ])
    expect(judge(swapped)).toMatchObject(changed)
  })

  it('fails if its hexadecimal string was moved to a range planted in the file', async () => {
    // A file that contains, before it is sealed, the range that it will have if the string is moved.
    const asking = (range: number[]) => {
      const text = `%/ByteRange [0 ${range.map((each) => String(each).padEnd(10)).join(' ')}]\n`
      return Buffer.from(
        pdf()
          .toString('latin1')
          .replace(/startxref/, `${text}startxref`),
        'latin1',
      )
    }
    const gapOf = (file: Buffer) => {
      const start = file.indexOf('<', file.lastIndexOf('/ByteRange'))
      return { start, end: file.indexOf('>', start) + 1 }
    }
    const draft = await seal(asking([0, 0, 0]))
    const length = gapOf(draft).end - gapOf(draft).start
    const asked = 30
    const file = await seal(asking([asked, asked + length, draft.length - asked - length]))
    expect(judge(file)).toMatchObject({ is: 'whole' })
    const { start, end } = gapOf(file)
    const rest = [file.subarray(asked, start), file.subarray(end)]
    const moved = Buffer.concat([file.subarray(0, asked), file.subarray(start, end), ...rest])
    expect([moved.length, moved[asked], moved[asked + length - 1]]).toEqual([draft.length, 0x3c, 0x3e])
    expect(judge(moved)).toMatchObject({ ...changed, found: 'seal' })
  })
})

describe('a file from someone else', () => {
  it('is not ours, even if its certificate has the same names', async () => {
    const foreign = await seal(original, theirs)
    expect(judge(foreign)).toEqual({ is: 'foreign', found: 'other-seal' })
    expect(judge(foreign, [theirs])).toMatchObject({ is: 'whole' })
  })

  it('is not ours if it merely includes our certificate', async () => {
    const dressed = { ...theirs, certificates: ours.certificates }
    await expect(seal(original, dressed)).rejects.toThrow()
  })

  it('is not ours if it was sealed after the certificate was retired, or before it existed', async () => {
    const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
    const retired = (at: Date) => [{ ...ours, retiredAt: at }]
    expect(judge(sealed, retired(days(-1)))).toEqual({ is: 'foreign', found: 'out-of-time' })
    expect(judge(sealed, retired(days(1)))).toMatchObject({ is: 'whole' })
    await expect(seal(original, ours, days(-30))).rejects.toThrow()
    await expect(seal(original, ours, days(6 * 366))).rejects.toThrow()
  })

  it('is reported as unsealed without a seal, and as not a PDF otherwise', () => {
    expect(judge(original)).toEqual({ is: 'foreign', found: 'no-seal' })
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), randomBytes(5000)])
      expect(judge(bytes)).toEqual({ is: 'not-a-pdf' })
  })
})

describe('verifies a hostile file in at most half a second:', () => {
  const range = (numbers: string) => `%PDF-1.7\n/ByteRange [${numbers}]\n/Contents <00>\n`
  const hex = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
  /** A signature that includes our certificate, so that it is parsed. */
  const around = (contents: Buffer) => {
    const head = (start: number, end: number, rest: number) =>
      `%PDF-1.7\n/ByteRange [0 ${pad(start)} ${pad(end)} ${pad(rest)}]\n/Contents `
    const pad = (n: number) => String(n).padEnd(10)
    const { length } = head(0, 0, 0)
    const gap = `<${hex(contents)}>`
    return Buffer.from(`${head(length, length + gap.length, 1)}${gap}\n`, 'latin1')
  }
  const nested = (depth: number, mark: number) =>
    Buffer.concat([Buffer.alloc(depth * 2, Buffer.of(mark, 0x80)), Buffer.from(ours.certificates[0] as Buffer)])

  const cases: [string, () => Uint8Array][] = [
    ['huge numbers', () => Buffer.from(range('0 9999999999 9999999999 9999999999'))],
    ['numbers past any', () => Buffer.from(range(`0 ${'9'.repeat(400)} 1 1`))],
    ['negative numbers', () => Buffer.from(range('0 -1 -1 -1'))],
    ['a range that is inside its own gap', () => Buffer.from(range('0 10 40 5'))],
    ['thousands of signatures', () => Buffer.from(range('0 10 20 30').repeat(100_000))],
    ['thousands of our seals', () => Buffer.concat(Array<Buffer>(600).fill(sealed))],
    ['an endless key', () => Buffer.from('/ByteRange'.repeat(2_500_000))],
    [
      '25 MB of blanks after a key',
      () => Buffer.concat([Buffer.from('%PDF-1.7 /ByteRange ['), Buffer.alloc(25 * mib, ' ')]),
    ],
    ['25 MB of zeros', () => Buffer.alloc(25 * mib)],
    ['25 MB of anything', () => randomBytes(25 * mib)],
    ['a longer gap than there is', () => around(randomBytes(200_000))],
    ['boxes in boxes in boxes', () => around(nested(50_000, 0x30))],
    ['strings in strings', () => around(nested(50_000, 0x24))],
    [
      'lengths beyond the end',
      () => around(Buffer.concat([Buffer.from('3084ffffffff', 'hex'), ours.certificates[0] as Buffer])),
    ],
    [
      'many small things',
      () => around(Buffer.concat([Buffer.alloc(100_000, Buffer.of(5, 0)), ours.certificates[0] as Buffer])),
    ],
  ]

  it.each(cases)('%s', (_what, make) => {
    const bytes = make()
    const began = process.cpuUsage()
    expect(judge(bytes).is).not.toBe('whole')
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(500)
  })

  it('truncated anywhere, or any part of it', () => {
    for (let n = 0; n < 300; n++) {
      const [a, b] = [Math.random(), Math.random()]
        .map((each) => Math.floor(each * sealed.length))
        .toSorted((x, y) => x - y)
      expect(judge(sealed.subarray(a, b)).is).not.toBe('whole')
    }
  })
})

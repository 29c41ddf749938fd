import { createHash, X509Certificate } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { PDF } from '@libpdf/core'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { pdf, pdfOfSize } from '../../tests/samples.ts'
import { isInstalled, isSignedByHand, opensslAccepts, pdfsig } from '../../tests/seals.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { Hindered } from './hindered.ts'
import { sealLimitBytes } from './seal.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const at = new Date()
const occasion = { reason: 'Contract PROHR-202611-001', signerName: 'Ann Avery', at }
const seal = (bytes: Uint8Array, more: Partial<typeof occasion> = {}) =>
  testApp.seal.seal(bytes, { ...occasion, ...more })
const verdictOf = async (bytes: Uint8Array) => (await testApp.seal.verify(bytes)).verdict

const samplePdf = async (useObjectStreams: boolean) => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of ['A contract', 'Its second page']) document.addPage().drawText(text, { font })
  return Buffer.from(await document.save({ useObjectStreams }))
}

/** A file that looks linearized: its first object says so. */
const linearized = () =>
  Buffer.from(pdf().toString('latin1').replace('<< /Type /Catalog', '<< /Linearized 1 /Type /Catalog'), 'latin1')
    .toString('latin1')
    .replace(/(\d{10})( 00000 n)/g, (_all, place: string, rest: string) => moved(place) + rest)
    .replace(/startxref\n(\d+)/, (_all, place: string) => `startxref\n${Number(place) + 14}`)

/** Shifts the offsets of all objects but the first. */
const moved = (place: string) => String(Number(place) < 20 ? Number(place) : Number(place) + 14).padStart(10, '0')

const inForm = async () => {
  const document = PDF.create()
  document.addPage()
  document.getOrCreateForm().createSignatureField('Client signature')
  return Buffer.from(await document.save())
}

const sources: [string, () => Promise<Buffer> | Buffer][] = [
  ['with a table of objects', () => samplePdf(false)],
  ['with streams of objects', () => samplePdf(true)],
  ['made by somebody else', () => pdf()],
  ['in order for the web', () => Buffer.from(linearized(), 'latin1')],
  ['with an empty place for a signature', inForm],
  ['sealed before', async () => (await seal(await samplePdf(true))).bytes],
  ['as large as may be', () => pdfOfSize(sealLimitBytes)],
]

describe('a sealed PDF', () => {
  it.each(sources)(
    '%s begins with its original bytes and is intact, also for other verifiers',
    async (name, source) => {
      const original = await source()
      const { bytes, sealKeyId, sha256 } = await seal(original)
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
      expect(bytes.length - original.length).toBeLessThan(14_000)
      expect(bytes.length).toBeLessThanOrEqual(verificationLimitBytes)
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      const seen = new Date(Math.floor(at.getTime() / 1000) * 1000)
      expect(await testApp.seal.verify(bytes)).toEqual({
        verdict: { is: 'whole', sealKeyId, at: seen, seals: name === 'sealed before' ? 2 : 1 },
        sha256,
      })
      const { own, root } = await certificates(sealKeyId)
      expect(isSignedByHand(bytes, own)).toBe(true)
      expect(isSignedByHand(changed(bytes, 40), own)).toBe(false)
      if (isInstalled('openssl')) {
        expect(opensslAccepts(bytes, root, at)).toBe(true)
        expect(opensslAccepts(changed(bytes, 40), root, at)).toBe(false)
      }
    },
  )

  it.skipIf(!isInstalled('pdfsig')).each(sources)('%s is valid according to poppler', async (_name, source) => {
    const output = pdfsig((await seal(await source())).bytes)
    const validations = output.match(/Signature Validation: .*/g) ?? []
    expect(new Set(validations)).toEqual(new Set(['Signature Validation: Signature is Valid.']))
    expect(output).toMatch(/Total document signed\n.*Signature is Valid\.\n$/)
    expect(output).toContain('ETSI.CAdES.detached')
  })

  it.each([
    ['a range of bytes', '/ByteRange [0 1 2 3] /Contents <00>'],
    ['a bracket and a range', ') /ByteRange [0 1 2 3'],
    ['a backslash', '\\'],
    ['any script', 'Zoë Łukasz 王小明 \u202e\u0000\n\ud800'],
    ['no end', 'x'.repeat(20_000)],
    ['nothing', ''],
  ])('contains a name of %s', async (_what, signerName) => {
    const { bytes } = await seal(await samplePdf(true), { signerName })
    expect(await verdictOf(bytes)).toMatchObject({ is: 'whole' })
    if (isInstalled('pdfsig')) expect(pdfsig(bytes)).toContain('Signature is Valid')
  })

  it('signed before the certificate existed is sealed with the current time', async () => {
    const { bytes } = await seal(pdf(), { at: new Date('2019-01-01') })
    const verdict = await verdictOf(bytes)
    expect(verdict.is === 'whole' && Math.abs(verdict.at.getTime() - Date.now()) < 60_000).toBe(true)
  })

  it('does not modify the caller’s buffer, and concurrent ones are sealed one after the other', async () => {
    const original = await samplePdf(true)
    const copy = Buffer.from(original)
    const sealed = await Promise.all(Array.from({ length: 8 }, () => seal(original)))
    expect(original.equals(copy)).toBe(true)
    expect(new Set(sealed.map(({ sha256 }) => sha256)).size).toBe(8)
  })
})

describe('a file that cannot be sealed', () => {
  const encrypted = async () => {
    const document = await PDF.load(await samplePdf(false))
    document.setProtection({ userPassword: '', ownerPassword: 'owner' })
    return document.save()
  }
  const cases: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['not-a-pdf', () => Buffer.from('Dear client,')],
    ['not-a-pdf', () => Buffer.alloc(0)],
    ['damaged', async () => (await samplePdf(false)).subarray(0, 700)],
    ['damaged', () => Buffer.from('%PDF-1.7\n')],
    [
      'damaged',
      () =>
        Buffer.from(
          pdf()
            .toString('latin1')
            .replace(/startxref\n\d+/, 'startxref\n7'),
          'latin1',
        ),
    ],
    ['encrypted', encrypted],
    ['too-large', () => pdfOfSize(sealLimitBytes + 1)],
  ]

  it.each(cases)('is %s, and the next one is sealed', async (hindrance, source) => {
    const refused = seal(await source())
    await expect(refused).rejects.toThrow(Hindered)
    await expect(refused).rejects.toMatchObject({ hindrance, message: expect.stringMatching(/^This .+\.$/) })
    expect(await verdictOf((await seal(pdf())).bytes)).toMatchObject({ is: 'whole' })
  })
})

function changed(bytes: Buffer, index: number) {
  const copy = Buffer.from(bytes)
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}

async function certificates(id: string) {
  const row = await testApp.db.one(
    typed(
      z.object({ certificates: z.array(z.instanceof(Buffer)) }),
    )`select certificates from seal_keys where id = ${id}`,
  )
  const [own, root] = row.certificates.map((each) => new X509Certificate(each)) as [X509Certificate, X509Certificate]
  return { own, root: root.toString() }
}

describe('reading filled-in forms', () => {
  it('is one at a time for each person', async () => {
    const read = (person: string) => testApp.seal.readFields(pdf(), person)
    const answers = await Promise.all([read('ann'), read('ann'), read('eve')])
    expect(answers.map((each) => ('problem' in each ? each.problem : 'read'))).toEqual(['read', 'busy', 'read'])
    expect(await read('ann')).toHaveProperty('fields')
  })
})

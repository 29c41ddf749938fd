// Every document with ordinary, long, minimal, and hostile data, and names in any script: accessible, complete, and
// unchanged.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import {
  eachList,
  eachText,
  openPdfPrinter,
  type SampleName,
  samplePrinters,
  samples,
} from '../../tests/pdf/samples.ts'
import { dictOrNull, nameOf, openPdf } from '../../tests/pdf/structure.ts'
import { pagesOf, textOf } from '../../tests/pdf/text-of.ts'
import { png } from '../../tests/samples.ts'
import { printInvoice } from './invoice.ts'

let pdfPrinter: ReturnType<typeof openPdfPrinter>
beforeAll(() => {
  pdfPrinter = openPdfPrinter()
})
afterAll(() => pdfPrinter.printer.close())

const all = Object.keys(samplePrinters) as SampleName[]

async function printed(sample: SampleName, change: <T>(model: T) => T) {
  const { bytes, degraded } = await samplePrinters[sample](pdfPrinter, change)
  expect(degraded).toBe(false)
  expect(await checkAccessible(bytes)).toEqual([])
  return textOf(bytes)
}

describe.each(all)('the PDF of "%s"', (sample) => {
  it('is accessible, and has the same bytes each time', async () => {
    await printed(sample, (model) => model)
    const [one, two] = await Promise.all([1, 2].map(() => samplePrinters[sample](pdfPrinter, (model) => model)))
    expect(Buffer.compare(one!.bytes, two!.bytes)).toBe(0)
  })

  it('supports 500 lines of everything', async () => {
    const { bytes, degraded } = await samplePrinters[sample](pdfPrinter, (model) => eachList(model, 500))
    expect(degraded).toBe(false)
    expect(await checkAccessible(bytes)).toEqual([])
    const pages = await pagesOf(bytes)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  })

  it('supports names of 200 and texts of 10,000 characters, with and without spaces', async () => {
    const word = 'W'.repeat(200)
    expect(await printed(sample, (model) => eachText(model, () => word))).toContain(word.slice(0, 12))
    const sentence = 'All work and no play makes a dull report. '.repeat(240).slice(0, 10_000)
    const long = await printed(sample, (model) => eachText(model, (text) => (text.length > 20 ? sentence : text)))
    expect(long).toContain('dull report.')
  })

  it.each([
    ['Polish', 'Łukasz Żółć'],
    ['Vietnamese', 'Nguyễn Thị Ánh'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Russian', 'Жанна Щукина'],
    ['Hebrew', 'דוד כהן'],
    ['Arabic', 'محمد العلي'],
    ['Hindi', 'अनीता शर्मा'],
    ['Bengali', 'অনিতা'],
    ['Amharic', 'አበበ'],
    ['Thai', 'สมชาย'],
    ['Chinese', '王小明喆'],
    ['Japanese', '山田たかしカナ'],
    ['Korean', '김민수'],
    ['emoji', 'Party 😀 ✓ →'],
  ])('prints names in %s', async (_script, name) => {
    const text = withoutMarks(await printed(sample, (model) => eachText(model, () => name)))
    // The words of a right-to-left name are written from left to right (docs/decisions/0050).
    const pieces = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(name) ? name.split(' ') : [name]
    for (const piece of pieces) expect(text).toContain(withoutMarks(piece))
  })

  it('prints markup and code literally', async () => {
    const hostile = '#read("/etc/passwd") *b* _i_ $x^2$ = no @ref <tag> `raw` \\u{41} // c /* d */ #eval("1")'
    const text = await printed(sample, (model) => eachText(model, () => hostile))
    expect(text.replaceAll(/\s/g, '')).toContain(hostile.replaceAll(/\s/g, ''))
  })
})

/** Text extraction separates spaces and marks from their letters in some scripts, so only the letters are compared. */
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/[\s\p{M}]/gu, '')

describe('the letterhead', () => {
  it('shows the provider’s details, with the logo if it is a local file', async () => {
    const logo = join(tmpdir(), `portal-logo-${process.pid}.png`)
    writeFileSync(logo, png())
    const own = openPdfPrinter({ PROVIDER_LOGO: logo })
    // An invoice names the firm as it was when it was sent.
    const issuer = { ...samples.invoice.issuer, name: 'Blue Ridge HR', phone: '(540) 555-0199' }
    const { bytes } = await printInvoice(own, { ...samples.invoice, issuer })
    own.printer.close()
    expect(await textOf(bytes)).toMatch(/^Blue Ridge HR 1200 Elm Street, Richmond, VA 23220 \(540\) 555-0199/)
    // The name is next to the logo, so the image needs no alternative text.
    expect(await pictures(bytes)).toBe(1)
    expect(await pictures((await printInvoice(pdfPrinter, samples.invoice)).bytes)).toBe(0)
    expect(await checkAccessible(bytes)).toEqual([])
  })
})

/** Number of images in the file, without drawings. */
async function pictures(bytes: Uint8Array): Promise<number> {
  const { document, get } = await openPdf(bytes)
  return document.context.enumerateIndirectObjects().filter(([, each]) => {
    const dict = dictOrNull(each)
    return dict !== null && nameOf(get(dict, 'Subtype')) === 'Image'
  }).length
}

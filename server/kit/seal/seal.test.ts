import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const paper = async (useObjectStreams = true) => {
  const document = await PDFDocument.create()
  document.addPage().drawText('A contract', { font: await document.embedFont(StandardFonts.Helvetica) })
  return document.save({ useObjectStreams })
}

describe('a seal', () => {
  it('covers the whole file', async () => {
    const pdf = await paper()
    const { bytes, sha256 } = await world.seal.seal(pdf, { reason: 'x', signerName: 'Ann', at: new Date() })
    expect(await world.seal.verify(bytes)).toMatchObject({ verdict: { is: 'whole' }, sha256 })
  })
})

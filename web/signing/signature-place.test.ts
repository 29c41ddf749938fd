import { expect, it } from 'vitest'
import { signaturePlace } from './signature-place.ts'

const services = [{ text: 'Services', x: 60, y: 200 }]

/** The places for two signers of the client, a team member, and who issued it, as the template prints them. */
const signatures = [
  { text: 'Signatures', x: 60, y: 300 },
  { text: 'For the client, Corbett Farms', x: 60, y: 330 },
  { text: 'For the client, Corbett Farms', x: 324, y: 330 },
  { text: 'Name:', x: 60, y: 400 },
  { text: 'Name:', x: 324, y: 400 },
  { text: 'For the provider, ProHR', x: 60, y: 450 },
  { text: 'Name:', x: 60, y: 520 },
  { text: 'For the provider, ProHR', x: 324, y: 450 },
  { text: 'Issued by Dana Mercer', x: 324, y: 520 },
]

it('marks the next free line of the signer’s side', () => {
  const pages = [services, signatures]
  expect(signaturePlace(pages, { side: 'client', index: 1 })).toEqual({
    page: 1,
    left: 324,
    top: 337,
    width: 216,
    height: 50,
  })
  expect(signaturePlace(pages, { side: 'firm', index: 0 })).toMatchObject({ page: 1, left: 60, top: 457 })
})

it('marks nothing where every line is taken, or on a document without signature lines', () => {
  expect(signaturePlace([signatures], { side: 'firm', index: 1 })).toBeNull()
  expect(signaturePlace([services], { side: 'client', index: 0 })).toBeNull()
  expect(signaturePlace([], { side: 'client', index: 0 })).toBeNull()
})

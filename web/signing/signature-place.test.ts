import { expect, it } from 'vitest'
import { signaturePlace } from './signature-place.ts'

const services = [{ text: 'Services', x: 60, y: 200 }]

/** The places for two signers of the client and one of the firm, as the template prints them. */
const signatures = [
  { text: 'Signatures', x: 60, y: 300 },
  { text: 'For the client, Corbett Farms', x: 60, y: 330 },
  { text: 'For the client, Corbett Farms', x: 324, y: 330 },
  { text: 'Name: Ann Corbett', x: 60, y: 400 },
  { text: 'Name: Ben Corbett', x: 324, y: 400 },
  { text: 'For the provider, ProHR', x: 60, y: 450 },
]

it('marks the line above the signer’s own name', () => {
  expect(signaturePlace([services, signatures], 'Ben  corbett')).toEqual({
    page: 1,
    left: 324,
    top: 337,
    width: 216,
    height: 50,
  })
})

it('marks the client’s first line for a signer whose name is not on the pages', () => {
  expect(signaturePlace([signatures], 'Chris Doe')).toMatchObject({ page: 0, left: 60 })
})

it('marks nothing on a document without signature lines', () => {
  expect(signaturePlace([services], 'Ann Corbett')).toBeNull()
  expect(signaturePlace([], 'Ann Corbett')).toBeNull()
})

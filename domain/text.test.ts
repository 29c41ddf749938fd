import { describe, expect, it } from 'vitest'
import { ContractChange, ContractInput } from './contract.ts'
import { FolderContactInput } from './folder-contact.ts'
import { emailAddress, optionalWebAddress } from './text.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('an email address', () => {
  const Email = emailAddress('Email is required', 'Enter a valid email address.')

  it.each([undefined, '', '  '])('gets the sentence for a missing one if it is missing (%j)', (email) =>
    expect(messagesOf(Email.safeParse(email))).toEqual(['Email is required']),
  )

  it.each(['ann', 'ann@', 'ann keller@acme.example'])('is not called missing if it is malformed (%s)', (email) =>
    expect(messagesOf(Email.safeParse(email))).toEqual(['Enter a valid email address.']),
  )

  it('is not called missing on a contract or a contact when it is malformed', () => {
    for (const contract of [ContractInput, ContractChange])
      expect(messagesOf(contract.safeParse({ clientEmail: 'ann@' }))).toContain('Enter a valid email address.')
    expect(messagesOf(FolderContactInput.shape.email.safeParse('ann@'))).toEqual(['Enter a valid email address.'])
  })
})

describe('a web address', () => {
  it.each([
    ['https://example.com/team', 'https://example.com/team'],
    ['www.example.com', 'https://www.example.com'],
    ['  ', null],
  ])('reads %j as %j', (given, stored) => {
    expect(optionalWebAddress.parse(given)).toBe(stored)
  })

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'ftp://example.com', 'example', 'not an address'])(
    'refuses %j',
    (given) => {
      expect(optionalWebAddress.safeParse(given).success).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { ContractChange, ContractInput } from './contract.ts'
import { FolderContactInput } from './folder-contact.ts'
import { emailAddress } from './text.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('an email address', () => {
  const Email = emailAddress('Email is required', 'Please enter a valid email address.')

  it.each([undefined, '', '  '])('that is missing (%j) gets the sentence for a missing one', (email) =>
    expect(messagesOf(Email.safeParse(email))).toEqual(['Email is required']),
  )

  it.each(['ann', 'ann@', 'ann keller@acme.example'])('that is malformed (%s) is not called missing', (email) =>
    expect(messagesOf(Email.safeParse(email))).toEqual(['Please enter a valid email address.']),
  )

  it('is not called missing on a contract or a contact when it is malformed', () => {
    for (const contract of [ContractInput, ContractChange])
      expect(messagesOf(contract.safeParse({ clientEmail: 'ann@' }))).toContain('Please enter a valid email address.')
    expect(messagesOf(FolderContactInput.shape.email.safeParse('ann@'))).toEqual([
      'Please enter a valid email address.',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import type { Document } from './document.ts'
import { DomainError } from './errors.ts'
import { assertCanDeclineDocument, assertCanSignDocument } from './document-actions.ts'
import { boundsOf, faultOfDrawn, SignatureInput } from './signature.ts'

const actor = (role: Actor['role']): Actor => ({ id: role, role, firstName: null, lastName: null, ...unlimited })
const signer = {
  userId: 'client',
  side: 'client',
  status: 'pending',
  turnAt: '2026-05-03T00:00:00.000Z',
  canSign: true,
}
const document = (more: Partial<Document> = {}) =>
  ({
    requiresSignature: true,
    isSigned: false,
    signedAt: null,
    declinedAt: null,
    signers: [signer],
    ...more,
  }) as Document
const opened = { sha256: 'a'.repeat(64), at: new Date() }

function refusalOf(act: () => unknown): [string, string] | null {
  try {
    act()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, error.message]
  }
}

describe('G4: signing a document', () => {
  it('works for a client who opened it', () => {
    expect(assertCanSignDocument(document(), actor('client'), opened)).toEqual({ signer, opened })
  })

  it.each(['staff', 'admin', 'master-admin'] as const)('is refused to the role %s, and so is declining', (role) => {
    for (const act of [
      () => assertCanSignDocument(document(), actor(role), opened),
      () => assertCanDeclineDocument(document(), actor(role)),
    ])
      expect(refusalOf(act)).toEqual(['forbidden', 'Only the client of this folder can sign or decline.'])
  })

  const signedAt = '2026-05-04T03:30:00.000Z'
  it.each([
    [{ isSigned: true, signedAt }, 'This document was signed on May 3, 2026 and can’t be changed.'],
    [{ requiresSignature: false, signers: [] }, 'This document doesn’t need a signature.'],
    [
      { declinedAt: signedAt, signers: [{ ...signer, status: 'declined' }] as Document['signers'] },
      'You declined to sign this document. The team can request your signature again.',
    ],
  ])('is refused with %j, and so is declining', (more, sentence) => {
    const client = actor('client')
    expect(refusalOf(() => assertCanSignDocument(document(more), client, opened))).toEqual(['conflict', sentence])
    expect(refusalOf(() => assertCanDeclineDocument(document(more), client))).toEqual(['conflict', sentence])
  })

  it('is refused if it was not opened, but declining is not', () => {
    expect(refusalOf(() => assertCanSignDocument(document(), actor('client'), null))?.[0]).toBe('conflict')
    expect(refusalOf(() => assertCanDeclineDocument(document(), actor('client')))).toBeNull()
  })
})

describe('G4: a drawn signature', () => {
  const line = (length: number, step = 1) => Array.from({ length }, (_, i) => ({ x: i * step, y: 0 }))

  it.each([
    ['nothing', [], 'Draw your signature.'],
    ['a point', [line(1)], 'Draw your signature larger: this is only a dot.'],
    ['nineteen pixels', [line(20)], 'Draw your signature larger: this is only a dot.'],
    ['twenty pixels', [line(21)], null],
    ['as many points as may be', [line(2500), line(2500)], null],
    ['one point more', [line(2500), line(2501)], 'This drawing has too many strokes. Draw a simpler signature.'],
  ])('is refused if it is %s', (_what, strokes, fault) => {
    expect(faultOfDrawn(strokes)).toBe(fault)
  })

  it('has a bounding box', () => {
    expect(boundsOf([...line(3, 10), { x: 5, y: 7 }])).toEqual({ left: 0, top: 0, width: 20, height: 7 })
  })

  it('is empty for a typed signature', () => {
    const typed = { consent: true, kind: 'typed', name: 'Ann' }
    for (const strokes of [undefined, null, []])
      expect(SignatureInput.parse({ ...typed, strokes })).toEqual({ ...typed, strokes: [] })
  })
})

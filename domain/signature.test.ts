import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import type { Document } from './document.ts'
import { DomainError } from './errors.ts'
import { extentOf, faultOfDrawn, assertCanDeclineDocument, assertCanSignDocument, SignatureInput } from './signature.ts'

const actor = (role: Actor['role']): Actor => ({ id: role, role, firstName: null, lastName: null })
const folder = { clientId: 'client' }
const document = (more: Partial<Document> = {}) =>
  ({ requiresSignature: true, isSigned: false, signedAt: null, refusedAt: null, ...more }) as Document
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

describe('G4: a document', () => {
  it('that was opened is signed by a client', () => {
    expect(assertCanSignDocument(document(), actor('client'), folder, opened)).toBe(opened)
  })

  it.each(['staff', 'admin', 'master-admin'] as const)('is never signed or declined by the role %s', (role) => {
    for (const act of [
      () => assertCanSignDocument(document(), actor(role), folder, opened),
      () => assertCanDeclineDocument(document(), actor(role), folder),
    ])
      expect(refusalOf(act)).toEqual(['forbidden', 'Only the client of this folder can sign or decline.'])
  })

  const signedAt = '2026-05-04T03:30:00.000Z'
  it.each([
    [{ isSigned: true, signedAt }, 'This document was signed on May 3, 2026 and stays as it is.'],
    [{ requiresSignature: false }, 'Nobody asks for a signature on this document.'],
    [{ refusedAt: signedAt }, 'You declined to sign this document. The team can ask you for your signature again.'],
  ])('with %j is neither signed nor declined', (more, sentence) => {
    const client = actor('client')
    expect(refusalOf(() => assertCanSignDocument(document(more), client, folder, opened))).toEqual([
      'conflict',
      sentence,
    ])
    expect(refusalOf(() => assertCanDeclineDocument(document(more), client, folder))).toEqual(['conflict', sentence])
  })

  it('that was not opened is not signed, but may be declined', () => {
    expect(refusalOf(() => assertCanSignDocument(document(), actor('client'), folder, null))?.[0]).toBe('conflict')
    expect(refusalOf(() => assertCanDeclineDocument(document(), actor('client'), folder))).toBeNull()
  })
})

describe('G4: a drawing', () => {
  const line = (length: number, step = 1) => Array.from({ length }, (_, i) => ({ x: i * step, y: 0 }))

  it.each([
    ['nothing', [], 'Please draw your signature.'],
    ['a point', [line(1)], 'Please draw your signature larger: this is only a dot.'],
    ['nineteen pixels', [line(20)], 'Please draw your signature larger: this is only a dot.'],
    ['twenty pixels', [line(21)], null],
    ['as many points as may be', [line(2500), line(2500)], null],
    [
      'one point more',
      [line(2500), line(2501)],
      'This drawing has too many strokes. Please draw your signature again, more simply.',
    ],
  ])('of %s', (_what, strokes, fault) => {
    expect(faultOfDrawn(strokes)).toBe(fault)
  })

  it('lies in a box', () => {
    expect(extentOf([...line(3, 10), { x: 5, y: 7 }])).toEqual({ left: 0, top: 0, width: 20, height: 7 })
  })

  it('of a typed signature is none', () => {
    const typed = { consent: true, kind: 'typed', name: 'Ann' }
    for (const strokes of [undefined, null, []])
      expect(SignatureInput.parse({ ...typed, strokes })).toEqual({ ...typed, strokes: [] })
  })
})

import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import { type Document, DocumentInput } from './document.ts'
import { allowedActions, assertCanRequestSignature } from './document-actions.ts'
import { kindByName } from './file-kind.ts'
import type { DomainError } from './errors.ts'
import type { Signer } from './signer.ts'

const ann: Actor = { id: 'ann', role: 'client', firstName: 'Ann', lastName: 'Keller', ...unlimited }
const sam: Actor = { id: 'sam', role: 'staff', firstName: 'Sam', lastName: 'Carter', ...unlimited }

const folder = { status: 'active' as const, clientId: 'ann' }
const archived = { ...folder, status: 'archived' as const }

const pending: Signer = {
  id: '01890000-0000-7000-8000-0000000000b1',
  userId: 'ann',
  name: 'Ann Keller',
  side: 'client',
  position: 1,
  status: 'pending',
  turnAt: '2026-05-03T00:00:00.000Z',
  canSign: true,
  canDelegate: true,
  signedAt: null,
  delegatedByName: null,
}

const document = (more: Partial<Document> = {}): Document => ({
  id: '01890000-0000-7000-8000-000000000001',
  fileName: 'a.pdf',
  originalName: 'a.pdf',
  fileSize: 1,
  mimeType: 'application/pdf',
  objectPath: '/api/documents/01890000-0000-7000-8000-000000000001/file',
  sha256: '',
  clientFolderId: '01890000-0000-7000-8000-0000000000a1',
  uploadedById: 'sam',
  uploadedByName: 'Sam Carter',
  requiresSignature: false,
  isSigned: false,
  signedAt: null,
  signers: [],
  signBy: null,
  signature: null,
  declineReason: null,
  scan: 'not-scanned',
  activeContent: null,
  declinedAt: null,
  versionNumber: 1,
  visibility: 'shared',
  replacedById: null,
  openedAt: null,
  documentRequestId: null,
  subfolder: null,
  tags: [],
  expiresOn: null,
  remindsClient: false,
  version: 1,
  createdAt: '',
  ...more,
})

const refused = {
  requiresSignature: true,
  declinedAt: '2026-05-03T00:00:00.000Z',
  declineReason: 'Wrong dates',
  signers: [{ ...pending, status: 'declined' as const }],
}
const requested = { requiresSignature: true, signers: [pending] }
const signed = {
  requiresSignature: true,
  isSigned: true,
  signedAt: '2026-05-03T00:00:00.000Z',
  signers: [{ ...pending, status: 'signed' as const }],
}

describe('the allowed actions of a document', () => {
  it.each([
    ['a plain one', {}, [], ['request-signature', 'set-expiration', 'make-team-only', 'add-version', 'withdraw']],
    [
      'one to be signed',
      requested,
      ['sign', 'refuse', 'delegate'],
      ['change-signers', 'withdraw-signature', 'set-expiration', 'withdraw'],
    ],
    ['one that was refused', refused, [], ['request-signature', 'set-expiration', 'add-version', 'withdraw']],
    ['one that is signed', signed, [], ['set-expiration']],
    ['an earlier version', { replacedById: 'a version' }, [], []],
  ])('%s', (_title, more, client, team) => {
    expect(allowedActions(document(more), ann, folder)).toEqual(['download', 'open', ...client])
    expect(allowedActions(document(more), sam, folder)).toEqual(['download', 'open', ...team])
    expect(allowedActions(document(more), ann, archived)).toEqual(['download', 'open'])
    expect(allowedActions(document(more), sam, archived)).toEqual(['download', 'open'])
  })

  it('let a contact of the folder read what its client signs', () => {
    const contact = { ...ann, id: 'a contact' }
    expect(allowedActions(document(requested), contact, folder)).toEqual(['download', 'open'])
  })

  it('do not open a spreadsheet in the browser', () => {
    expect(allowedActions(document({ mimeType: 'application/vnd.ms-excel' }), ann, folder)).toEqual(['download'])
  })
})

const statusOf = (act: () => unknown) => {
  try {
    act()
    return 200
  } catch (error) {
    return (error as DomainError).status
  }
}

it('let the team request a signature if there is none', () => {
  expect(statusOf(() => assertCanRequestSignature(sam, document()))).toBe(200)
  expect(statusOf(() => assertCanRequestSignature(sam))).toBe(200)
  expect(statusOf(() => assertCanRequestSignature(ann, document()))).toBe(403)
  expect(statusOf(() => assertCanRequestSignature(sam, document(signed)))).toBe(409)
})

it.each([
  ['a.pdf', 'pdf'],
  ['Größe 人事 2026.v2.XLSX', 'xlsx'],
  ['../../etc/a.doc', 'doc'],
  ['a.pdf ', 'pdf'],
])('%s is recognized as %s by its name', (name, kind) => {
  expect(kindByName(ann, name, 'originalName')).toBe(kind)
})

it.each(['a', 'pdf', '.pdf', 'dir/.pdf', 'a.pdf.exe', 'a.pdf/b', 'a.', 'a.pd\u0430f', 'a.html'])(
  '%s is not an accepted file name',
  (name) => {
    expect(statusOf(() => kindByName(ann, name, 'originalName'))).toBe(400)
  },
)

it('the input accepts only integers, one-line names, and known fields', () => {
  const right = {
    documentURL: '/api/objects/upload/x',
    fileName: 'a.pdf',
    originalName: 'a.pdf',
    fileSize: 1,
    mimeType: '',
    clientFolderId: '01890000-0000-7000-8000-0000000000a1',
  }
  expect(DocumentInput.safeParse(right).success).toBe(true)
  for (const wrong of [
    { fileSize: '1' },
    { fileSize: 1.5 },
    { originalName: 'a\nb.pdf' },
    { isSigned: true },
    { documentURL: '' },
  ])
    expect(DocumentInput.safeParse({ ...right, ...wrong }).success).toBe(false)
})

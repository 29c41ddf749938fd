import { describe, expect, it } from 'vitest'
import { concerns, mayShow } from './live.ts'

const [a, b, folder, other] = ['a', 'b', 'c', 'd'].map((digit) => `01890000-0000-7000-8000-00000000000${digit}`)
const change = { type: 'invoices', id: a!, clientFolderId: folder! } as const

describe('a change of one invoice', () => {
  it.each([
    ['the invoice itself', ['invoices', 'one', a], true],
    ['another invoice', ['invoices', 'one', b], false],
    ['the list of its folder', ['invoices', folder, 'list', {}], true],
    ['the list of another folder', ['invoices', other, 'list', {}], false],
    ['the list of all folders', ['invoices', 'list', {}], true],
    ['figures', ['invoices', 'by-month'], true],
  ])('reads %s again: %o %s', (_what, queryKey, expected) => expect(mayShow(queryKey, change)).toBe(expected))

  it('reads everything of the noun again when it names nothing', () =>
    expect(mayShow(['invoices', 'one', b], { ...change, id: null })).toBe(true))

  it('reads a thing that is known by its slug again', () =>
    expect(mayShow(['hr-policies', 'one', 'remote-work'], { ...change, type: 'hr-policies' })).toBe(true))

  it('reads a proposal again when another version of it changes', () =>
    expect(mayShow(['proposals', 'one', b], { ...change, type: 'proposals' })).toBe(true))
})

describe('a change in a folder', () => {
  it.each(['assignments', 'deadlines', 'document-requests', 'documents', 'employees', 'messages'] as const)(
    'of its %s reads the counts on its tabs again',
    (type) => expect(concerns(['dashboard', 'folder-figures', folder], { ...change, type })).toBe(true),
  )

  it('of something that no tab and no dashboard counts does not', () =>
    expect(concerns(['dashboard', 'folder-figures', folder], { ...change, type: 'training-records' })).toBe(false))
})

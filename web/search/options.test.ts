import { expect, it } from 'vitest'
import type { SearchResult } from '../../domain/search.ts'
import { optionsFor, searchedFor } from './options.ts'

const folder = { id: 'f', title: 'Acme Tooling', context: null, status: null, clientFolderId: 'f' }
const found = { groups: [{ kind: 'client-folders', items: [folder], more: false }] } as unknown as SearchResult
const labels = (q: string, role: 'admin' | 'client') =>
  optionsFor({ q, role, commands: [], found, recent: [] })
    .flatMap(({ options }) => options)
    .flatMap((option) => (option.what === 'command' ? [option.command.label] : []))

it('searches for the client alone after "create invoice for"', () => {
  expect(searchedFor('create invoice for acme')).toBe('acme')
  expect(searchedFor('New proposal acme')).toBe('acme')
  expect(searchedFor('invoice 42')).toBe('invoice 42')
})

it('offers the creation for each client folder that was found', () => {
  expect(labels('create invoice acme', 'admin')).toEqual(['Create invoice for Acme Tooling'])
})

it('offers no creation to someone who may not create it', () => {
  expect(labels('create invoice acme', 'client')).toEqual([])
})

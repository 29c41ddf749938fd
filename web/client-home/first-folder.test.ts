import { expect, it } from 'vitest'
import { firstFolder } from './first-folder.ts'

const folder = (name: string, clientId: string | null, status: 'active' | 'archived' = 'active') => ({
  name,
  clientId,
  status,
})

it('shows a folder in which the reader is the client before one that was shared with them', () => {
  const folders = [folder('Shared', 'eve'), folder('Old', 'ann', 'archived'), folder('Own', 'ann')]
  expect(firstFolder(folders, 'ann')?.name).toBe('Own')
  expect(firstFolder(folders.slice(0, 2), 'ann')?.name).toBe('Old')
})

it('shows the first shared folder to someone who is the client of none', () => {
  expect(firstFolder([folder('Shared', 'eve'), folder('Other', null)], 'ann')?.name).toBe('Shared')
  expect(firstFolder([], 'ann')).toBeUndefined()
})

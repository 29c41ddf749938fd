import { expect, it } from 'vitest'
import type { ShownToast } from './toast-store.ts'
import { reduceToasts } from './toast-store.ts'

const first: ShownToast = { id: 1, title: 'Success', open: true }
const second: ShownToast = { id: 2, title: 'Error', open: true, variant: 'destructive' }

it('shows one toast at a time: a new one takes the place of the old', () =>
  expect(reduceToasts([first], { type: 'added', toast: second })).toEqual([second]))

it('changes a toast in place', () =>
  expect(reduceToasts([first], { type: 'updated', id: 1, toast: { title: 'Saved' } })).toEqual([
    { ...first, title: 'Saved' },
  ]))

it('closes a dismissed toast and keeps it until it is removed', () => {
  const closed = reduceToasts([first], { type: 'dismissed', id: 1 })
  expect(closed).toEqual([{ ...first, open: false }])
  expect(reduceToasts(closed, { type: 'removed', id: 1 })).toEqual([])
})

it('closes and removes all when no toast is named', () => {
  expect(reduceToasts([first], { type: 'dismissed' })).toEqual([{ ...first, open: false }])
  expect(reduceToasts([first], { type: 'removed' })).toEqual([])
})

it('leaves the others alone', () => {
  expect(reduceToasts([first], { type: 'dismissed', id: 9 })).toEqual([first])
  expect(reduceToasts([first], { type: 'removed', id: 9 })).toEqual([first])
})

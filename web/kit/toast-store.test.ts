import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToast, toast } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('removes a toast 1,000,000 ms after it was dismissed', () => {
  const { dismiss } = toast({ title: 'Saved' })
  dismiss()
  vi.advanceTimersByTime(999_999)
  expect(readToast()).toMatchObject({ title: 'Saved', open: false })
  vi.advanceTimersByTime(1)
  expect(readToast()).toBeNull()
})

it('does not remove a newer toast when the time of a dismissed one is over', () => {
  toast({ title: 'Older' }).dismiss()
  vi.advanceTimersByTime(500_000)
  const newer = toast({ title: 'Newer' })
  vi.advanceTimersByTime(600_000)
  expect(readToast()).toMatchObject({ title: 'Newer', open: true })
  newer.dismiss()
  vi.advanceTimersByTime(1_000_000)
  expect(readToast()).toBeNull()
})

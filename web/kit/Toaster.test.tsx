import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { type ToastContent, toast } from './toast-store.ts'
import { Toaster } from './Toaster.tsx'

function say(content: ToastContent) {
  let handle: ReturnType<typeof toast> | undefined
  act(() => {
    handle = toast(content)
  })
  return handle
}

it('shows one toast at a time', () => {
  show(<Toaster />)
  say({ title: 'Success', description: 'Invoice sent' })
  say({ title: 'Error', description: 'Failed to create invoice', variant: 'destructive' })
  expect(screen.queryByText('Invoice sent')).toBeNull()
  expect(screen.getByText('Failed to create invoice')).toBeTruthy()
})

it('updates the current toast', () => {
  show(<Toaster />)
  const handle = say({ title: 'Uploading' })
  act(() => void handle?.update({ title: 'Uploaded' }))
  expect(screen.getByText('Uploaded')).toBeTruthy()
})

it('leaves a newer toast alone when an older one is updated or dismissed', () => {
  show(<Toaster />)
  const older = say({ title: 'Older' })
  say({ title: 'Newer' })
  act(() => {
    older?.update({ title: 'Changed' })
    older?.dismiss()
  })
  expect(screen.getByText('Newer')).toBeTruthy()
})

it('closes with its button', async () => {
  const user = show(<Toaster />)
  say({ title: 'Saved' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Saved')).toBeNull()
})

it('takes room below a dialog on a phone until it is dismissed', async () => {
  const room = () => document.documentElement.style.getPropertyValue('--toast-room')
  const user = show(<Toaster />)
  say({ title: 'Saved' })
  await expect.poll(room).toMatch(/px$/)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(room).toBe('')
})

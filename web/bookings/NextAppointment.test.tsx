import { useInfiniteQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { answerRequests, show } from '../component-test.tsx'
import { NextAppointment } from './NextAppointment.tsx'
import { nextBookingOf } from './queries.ts'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const folderId = '0190d5a4-0000-7000-8000-000000000002'
const year = new Date().getFullYear()
const booking = {
  id: '0190d5a4-0000-7000-8000-000000000001',
  clientFolderId: folderId,
  consultantName: 'Sam Okafor',
  topic: 'The leave policy',
  startsAt: `${year}-12-30T15:00:00.000Z`,
  endsAt: `${year}-12-30T15:30:00.000Z`,
}

it('says when, about what, and with whom', async () => {
  answerRequests({ status: 200, body: [booking] })
  show(<NextAppointment folderId={folderId} />)
  const section = await screen.findByRole('region', { name: 'Next appointment' })
  expect(section.textContent).toContain('Dec 30, 10:00 AM to 10:30 AM ET')
  expect(section.textContent).toContain('The leave policy')
  expect(section.textContent).toContain('With Sam Okafor')
})

/** Shown once the appointments were answered. */
const Answered = () => (useInfiniteQuery(nextBookingOf(folderId)).isSuccess ? <p>Answered</p> : null)

it('is empty without an appointment', async () => {
  answerRequests({ status: 200, body: [] })
  show(
    <>
      <NextAppointment folderId={folderId} />
      <Answered />
    </>,
  )
  await screen.findByText('Answered')
  expect(screen.queryByRole('region')).toBeNull()
})

// What every component test needs: the providers of web/main.tsx, and answers in place of the server's.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, vi } from 'vitest'
import { createQueryClient } from './kit/query-client.ts'
import { TooltipProvider } from './kit/Tooltip.tsx'

// Without the whole document.
configure({ getElementError: (message) => new Error(message ?? undefined) })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders an element as the portal would, and returns a person who types and clicks. */
export function show(element: ReactElement) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TooltipProvider>{element}</TooltipProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** Answers every request with `body`, and returns the bodies that were sent. */
export function answerRequests(status: number, body: unknown): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body: text }: RequestInit = {}) => {
    sent.push(typeof text === 'string' ? JSON.parse(text) : undefined)
    return Promise.resolve(Response.json(body, { status }))
  })
  return sent
}

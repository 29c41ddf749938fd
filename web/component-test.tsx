// What every component test needs: the providers of web/main.tsx, and answers in place of the server's.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, vi } from 'vitest'
import { firstServices } from '../domain/public-site.ts'
import type { Role } from '../domain/actor.ts'
import { choicesOf } from '../domain/service-catalog.ts'
import type { OwnUser } from '../domain/session.ts'
import { createQueryClient } from './kit/query-client.ts'
import { TooltipProvider } from './kit/Tooltip.tsx'
import { AuthContext } from './session/use-auth.ts'

// Without the whole document.
configure({ getElementError: (message) => new Error(message ?? undefined) })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders an element as the portal would, and returns a person who types and clicks. */
export function show(element: ReactElement) {
  const client = createQueryClient()
  // A page of the portal has them in its data block.
  client.setQueryData(['firm-settings', 'services'], choicesOf(firstServices))
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>{element}</TooltipProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** The element as a signed-in person of this role sees it. */
export const asRole = (role: Role, element: ReactElement) => (
  <AuthContext value={{ user: { role } as OwnUser, login: () => Promise.resolve(), logout: () => Promise.resolve() }}>
    {element}
  </AuthContext>
)

/** Answers requests with `answers` in turn, the last one again and again, and returns the bodies that were sent. */
export function answerRequests(...answers: { status: number; body?: unknown }[]): unknown[] {
  const sent: unknown[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', (_address: string, { body: text }: RequestInit = {}) => {
    if (typeof text === 'string') sent.push(JSON.parse(text))
    const { status, body = {} } = (left.length > 1 ? left.shift() : left[0]) ?? { status: 500 }
    return Promise.resolve(Response.json(body, { status }))
  })
  return sent
}

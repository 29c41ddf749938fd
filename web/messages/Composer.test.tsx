import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { answerRequests, show } from '../component-test.tsx'
import { Composer } from './Composer.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: string }) => <span>{children}</span>,
}))

const reply = (title: string) => ({ id: crypto.randomUUID(), title, content: `${title} text`, allowed: [] })
const listed = { status: 200, body: [reply('Handbook'), reply('Invoice')] }
const found = { status: 200, body: [reply('Invoice')] }
const filled = (content: string, missing: string[] = []) => ({ status: 200, body: { content, missing } })

const sent: string[] = []

function Thread({ text = '', isTeam = true }) {
  const [draft, setDraft] = useState(text)
  return (
    <Composer
      writing="message"
      onSwitch={undefined}
      hasClient
      repliesFor={isTeam ? 'folder' : undefined}
      draft={draft}
      onDraft={setDraft}
      onLeave={() => {}}
      saving="quiet"
      sending={false}
      rows={2}
      attachments={undefined}
      documentsIn={undefined}
      documentCount={0}
      sticks={false}
      onSend={(content) => sent.push(content)}
      onLogCall={() => {}}
      above={null}
    />
  )
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Your message')

it('inserts a saved reply with the keyboard, from a slash at the start', async () => {
  answerRequests(listed, found, filled('Dear Ann'))
  const user = show(<Thread />)
  await user.type(area(), '/')
  expect(await screen.findByRole('option', { name: /Handbook/ })).toBeTruthy()
  expect(area().value).toBe('')
  await user.keyboard('v')
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: /Handbook/ })).toBeNull())
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(area().value).toBe('Dear Ann'))
  await vi.waitFor(() => expect(document.activeElement).toBe(area()))
})

it('writes the slash if no reply is chosen', async () => {
  answerRequests(listed)
  const user = show(<Thread />)
  await user.type(area(), '/')
  await screen.findByRole('option', { name: /Handbook/ })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(area().value).toBe('/'))
  await user.keyboard('s')
  expect(area().value).toBe('/s')
})

it('inserts a reply at the cursor, and selects the field that has no value', async () => {
  answerRequests(listed, filled('Hi [first name],', ['first name']))
  const user = show(<Thread text="AB" />)
  area().setSelectionRange(1, 1)
  await user.click(screen.getByRole('button', { name: 'Saved replies' }))
  await user.click(await screen.findByRole('option', { name: /Handbook/ }))
  await vi.waitFor(() => expect(area().value).toBe('AHi [first name],B'))
  expect(screen.getByText('Replace [first name] before you send this message.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send message/ }).disabled).toBe(true)
  await vi.waitFor(() => expect(area().selectionStart).toBe(4))
  await user.keyboard('Ann')
  expect(area().value).toBe('AHi Ann,B')
  await user.click(screen.getByRole('button', { name: /Send message/ }))
  expect(sent).toEqual(['AHi Ann,B'])
})

it('offers a client no saved replies, and sends what a client writes', async () => {
  const user = show(<Thread isTeam={false} />)
  await user.type(area(), '/[[first name]')
  expect(area().value).toBe('/[first name]')
  expect(screen.queryByRole('button', { name: 'Saved replies' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send message/ }).disabled).toBe(false)
})

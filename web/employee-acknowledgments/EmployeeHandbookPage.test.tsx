import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmployeeHandbook } from '../../domain/employee-acknowledgment.ts'
import { answerRequests, show } from '../component-test.tsx'
import { EmployeeHandbookView } from './EmployeeHandbookPage.tsx'

const token = 'abcdefgh'.padEnd(43, 'x')

const handbook: EmployeeHandbook = {
  employer: 'Acme Tooling',
  title: 'Acme Employee Handbook',
  version: 2,
  sentAt: '2026-11-20T15:00:00.000Z',
  employeeName: 'Luz Vega',
  policies: [
    {
      title: 'Code of Conduct',
      header: [],
      sections: [
        {
          anchor: 'purpose',
          level: 2,
          heading: 'Purpose',
          path: ['Purpose'],
          blocks: [{ kind: 'paragraph', runs: [{ text: 'Be kind.' }] }],
        },
      ],
    } as unknown as EmployeeHandbook['policies'][number],
  ],
  acknowledgment: ['I have received the handbook.'],
  acknowledgmentInSpanish: ['He recibido el manual.'],
  language: 'en',
  acknowledgedAt: null,
  signedName: null,
  shownIn: null,
}

const acknowledged = { ...handbook, acknowledgedAt: '2026-11-22T02:00:00.000Z', signedName: 'Luz Vega', shownIn: 'es' }

const browserReads = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  browserReads('en-US', 'en')
})

const heading = (name: string) => screen.findByRole('heading', { name })
const pressed = async () =>
  (await screen.findAllByRole('button', { pressed: true })).map(({ textContent }) => textContent)

describe('the first language of an employee’s page', () => {
  it.each([
    [['es-MX', 'en'], 'en', 'Español'],
    [['en-US'], 'es', 'Español'],
    [['en-US', 'es'], 'en', 'English'],
    [['fr'], 'en', 'English'],
  ] as const)(
    'of a browser that prefers %j and an employee whose emails are in %s is %s',
    async (reads, language, first) => {
      browserReads(...reads)
      answerRequests({ status: 200, body: { ...handbook, language } })
      show(<EmployeeHandbookView token={token} />)
      await heading('Acme Employee Handbook')
      expect(await pressed()).toEqual([first])
      expect(document.documentElement.lang).toBe(first === 'English' ? 'en' : 'es')
    },
  )

  it('is the one that was chosen for this link, and another link has its own', async () => {
    answerRequests({ status: 200, body: handbook })
    const person = show(<EmployeeHandbookView token={token} />)
    await person.click(await screen.findByRole('button', { name: 'Español' }))
    expect(await pressed()).toEqual(['Español'])
    show(<EmployeeHandbookView token={token} />)
    await waitFor(async () => expect(await pressed()).toEqual(['Español', 'Español']))
    show(<EmployeeHandbookView token={token.replace('a', 'b')} />)
    await waitFor(async () => expect(await pressed()).toEqual(['Español', 'Español', 'English']))
  })

  it('is stored without the token, which opens the page', async () => {
    answerRequests({ status: 200, body: handbook })
    const person = show(<EmployeeHandbookView token={token} />)
    await person.click(await screen.findByRole('button', { name: 'Español' }))
    expect(JSON.stringify(localStorage)).not.toContain(token.slice(0, 20))
  })

  it('is the browser’s where something else is stored', async () => {
    localStorage.setItem('portal-language-abcdefgh', 'klingon')
    answerRequests({ status: 200, body: handbook })
    show(<EmployeeHandbookView token={token} />)
    expect(await pressed()).toEqual(['English'])
  })
})

describe('the page in Spanish', () => {
  beforeEach(() => void browserReads('es-US'))

  it('says that the text is in English, and shows the statement in both languages', async () => {
    answerRequests({ status: 200, body: handbook })
    show(<EmployeeHandbookView token={token} />)
    expect((await heading('Acme Employee Handbook')).closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(screen.getByText('Versión 2, enviada a Luz Vega el 20 de noviembre de 2026')).toBeTruthy()
    expect(screen.getByText('El manual está en inglés')).toBeTruthy()
    expect(screen.getByText(/Lo que usted confirma es el texto en inglés\./)).toBeTruthy()
    expect(screen.getByRole('navigation', { name: '1 política' })).toBeTruthy()
    expect(screen.getByText('Be kind.').closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(screen.getByText('He recibido el manual.').closest('[lang]')?.getAttribute('lang')).toBe('es')
    expect(screen.getByText('I have received the handbook.').closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(screen.getByRole('link', { name: 'confirme que lo recibió' }).getAttribute('href')).toBe('#acknowledge')
  })

  it('sends the language with the acknowledgment, and says that it was stored', async () => {
    const sent = answerRequests({ status: 200, body: handbook }, { status: 200, body: acknowledged })
    const person = show(<EmployeeHandbookView token={token} />)
    await person.type(await screen.findByLabelText('Su nombre completo'), 'Luz Vega')
    await person.click(screen.getByRole('button', { name: /Confirmo/ }))
    expect(await screen.findAllByText('Confirmado por Luz Vega el 21 de noviembre de 2026')).toHaveLength(2)
    expect(sent.at(-1)).toEqual({ token, name: 'Luz Vega', language: 'es' })
    expect(document.activeElement?.id).toBe('acknowledge')
  })

  it('refuses an empty name in Spanish, and after the switch in English', async () => {
    answerRequests({ status: 200, body: handbook })
    const person = show(<EmployeeHandbookView token={token} />)
    await person.click(await screen.findByRole('button', { name: /Confirmo/ }))
    expect(await screen.findByText('Escriba su nombre.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByText('Enter your name.')).toBeTruthy()
  })

  it('says what the server refused in Spanish, keeps the name, and says it in English after the switch', async () => {
    answerRequests(
      { status: 200, body: handbook },
      { status: 429, body: { message: 'Too many.', code: 'too-many', issues: [] } },
    )
    const person = show(<EmployeeHandbookView token={token} />)
    const field = await screen.findByLabelText<HTMLInputElement>('Su nombre completo')
    await person.type(field, 'Luz Vega')
    await person.click(screen.getByRole('button', { name: /Confirmo/ }))
    expect(await screen.findByText(/Hubo demasiados intentos desde su red\./)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByText(/There were too many tries from your network\./)).toBeTruthy()
    expect(field.value).toBe('Luz Vega')
  })

  it('says that an old link no longer works', async () => {
    answerRequests({ status: 404, body: { message: 'We couldn’t find that.', code: 'not-found', issues: [] } })
    show(<EmployeeHandbookView token={token} />)
    await heading('Este enlace ya no funciona')
    expect(screen.getByRole('alert').textContent).toContain('pida a su empleador que se lo envíe otra vez')
    expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull()
  })

  it('offers to try again after a fault', async () => {
    answerRequests({ status: 500, body: { code: 'fault', reference: 'r-7' } }, { status: 200, body: handbook })
    const person = show(<EmployeeHandbookView token={token} />)
    await heading('No pudimos cargar esta página')
    expect(screen.getByRole('alert').textContent).toContain('número de referencia: r-7')
    await person.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    await heading('Acme Employee Handbook')
  })

  it('says so where the statement has no translation', async () => {
    answerRequests({ status: 200, body: { ...handbook, acknowledgmentInSpanish: null } })
    show(<EmployeeHandbookView token={token} />)
    const section = within(await screen.findByRole('region', { name: 'Confirmación de recibo' }))
    expect(section.getByText(/No tenemos una traducción de este texto\./)).toBeTruthy()
    expect(section.getByText('I have received the handbook.')).toBeTruthy()
  })

  it('contains no English text but the employer’s, and is English again for the next page', async () => {
    answerRequests({ status: 200, body: handbook })
    show(<EmployeeHandbookView token={token} />)
    await heading('Acme Employee Handbook')
    const own = document.body.cloneNode(true) as HTMLElement
    for (const part of own.querySelectorAll('[lang=en]')) part.remove()
    expect(own.textContent).not.toMatch(/\b(the|your|you|and|print|confirm|handbook|policies)\b/i)
    cleanup()
    expect(document.documentElement.lang).toBe('en')
  })
})

it('the page in English shows the English statement alone, and no remark on the language', async () => {
  answerRequests({ status: 200, body: handbook })
  show(<EmployeeHandbookView token={token} />)
  await heading('Acme Employee Handbook')
  expect(screen.queryByText('He recibido el manual.')).toBeNull()
  expect(screen.queryByText('The handbook is in English')).toBeNull()
  expect(screen.getByText('Version 2, sent to Luz Vega on November 20, 2026')).toBeTruthy()
})

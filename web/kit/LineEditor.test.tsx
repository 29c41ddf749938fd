import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Cents, Quantity } from '../../domain/money.ts'
import { answerRequests, show } from '../component-test.tsx'
import { Button } from './Button.tsx'
import { call } from './call.ts'
import { usePortalForm } from './form.ts'
import { FormProblem } from './FormProblem.tsx'
import { LineEditor } from './LineEditor.tsx'
import type { LineColumns } from './lines.ts'

const Line = z.strictObject({ text: z.string().min(1, 'Enter a description.'), hours: Quantity, rate: Cents })
type Line = z.infer<typeof Line>
const schema = z.strictObject({ lines: z.array(Line).min(1, 'Add at least one line.') })

const columns: LineColumns<Line> = {
  description: { key: 'text', label: 'Description' },
  quantity: { key: 'hours', label: 'Hours' },
  rate: { key: 'rate', label: 'Rate' },
}
const audit: Line = { text: 'Audit', hours: 2.5, rate: 12_550 }
const travel: Line = { text: 'Travel', hours: 3, rate: 8_000 }
const save = { method: 'PUT', path: '/api/lines', body: schema, query: z.object({}), reply: null } as never

function Form({ lines }: { lines: Line[] }) {
  const form = usePortalForm({
    schema,
    defaultValues: { lines },
    failure: 'Couldn’t save the lines.',
    send: (body) => call(save, { body } as never),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <FormProblem problem={form.problem} />
      <LineEditor
        label="Lines"
        name="lines"
        control={form.control}
        columns={columns}
        blank={{ text: '', hours: 1, rate: 0 }}
        add="Add line"
        empty="Nothing is billed yet."
      />
      <Button type="submit">Save</Button>
    </form>
  )
}

const line = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }))
const button = (name: string) => screen.getByRole('button', { name })
const total = (number: number) => screen.getByLabelText(`Total of line ${number}`).textContent

it('says what is missing while there is no line, and refuses to submit', async () => {
  const sent = answerRequests({ status: 200 })
  const user = show(<Form lines={[]} />)
  expect(screen.getByText('Nothing is billed yet.')).toBeTruthy()
  await user.click(button('Save'))
  expect(await screen.findByText('Add at least one line.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('adds up while the numbers are typed', async () => {
  const user = show(<Form lines={[audit, travel]} />)
  expect(screen.getByText('$553.75')).toBeTruthy()
  await user.clear(line(2).getByLabelText('Hours'))
  await user.type(line(2).getByLabelText('Hours'), '10')
  expect(total(2)).toBe('$800.00')
  expect(screen.getByText('$1,113.75')).toBeTruthy()
})

it('sends quantities as numbers and rates as cents', async () => {
  const sent = answerRequests({ status: 200 })
  const user = show(<Form lines={[audit]} />)
  await user.clear(line(1).getByLabelText('Rate'))
  await user.type(line(1).getByLabelText('Rate'), '$1,000.5')
  await user.click(button('Save'))
  expect(sent).toEqual([{ lines: [{ ...audit, rate: 100_050 }] }])
})

it.each(['two', '1.2.3', ' '])('refuses to submit "%s" as a quantity, and keeps it as typed', async (typed) => {
  const sent = answerRequests({ status: 200 })
  const user = show(<Form lines={[audit]} />)
  const hours = line(1).getByLabelText<HTMLInputElement>('Hours')
  await user.clear(hours)
  await user.type(hours, typed)
  await user.click(button('Save'))
  expect(await line(1).findByText(/^(Enter a number such as 7.5.|Enter a number.)$/)).toBeTruthy()
  expect(hours.value.trim()).toBe(typed.trim())
  expect(hours.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('refuses a rate with three decimals', async () => {
  const user = show(<Form lines={[audit]} />)
  await user.clear(line(1).getByLabelText('Rate'))
  await user.type(line(1).getByLabelText('Rate'), '12.345')
  expect(line(1).getByText('Enter an amount such as 125.50.')).toBeTruthy()
})

it('moves the focus to the line that was added', async () => {
  const user = show(<Form lines={[audit]} />)
  await user.click(button('Add line'))
  expect(document.activeElement).toBe(line(2).getByLabelText('Description'))
})

it('moves a line with Alt and the arrows, with what was typed in it', async () => {
  const user = show(<Form lines={[audit, travel]} />)
  await user.clear(line(2).getByLabelText('Hours'))
  await user.type(line(2).getByLabelText('Hours'), 'two')
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(line(1).getByLabelText<HTMLInputElement>('Hours').value).toBe('two')
  expect(line(2).getByLabelText<HTMLInputElement>('Description').value).toBe('Audit')
  expect(screen.getByText('Line 2 is now line 1 of 2.')).toBeTruthy()
})

it('does not move the first line up', async () => {
  const user = show(<Form lines={[audit, travel]} />)
  await user.click(button('Move line 1 up'))
  expect(line(1).getByLabelText<HTMLInputElement>('Description').value).toBe('Audit')
})

it('moves the focus to the next line when a line is removed', async () => {
  const user = show(<Form lines={[audit, travel]} />)
  await user.click(button('Remove line 1'))
  expect(line(1).getByLabelText<HTMLInputElement>('Description').value).toBe('Travel')
  expect(document.activeElement).toBe(line(1).getByLabelText('Description'))
  expect(screen.queryByRole('group', { name: 'Line 2' })).toBeNull()
})

it('shows the server’s message at the field that it names, and keeps what was typed', async () => {
  answerRequests({
    status: 400,
    body: { message: 'Invalid.', issues: [{ path: 'lines.1.rate', message: 'This rate is too high.' }] },
  })
  const user = show(<Form lines={[audit, travel]} />)
  await user.click(button('Save'))
  expect(await line(2).findByText('This rate is too high.')).toBeTruthy()
  expect(document.activeElement).toBe(line(2).getByLabelText('Rate'))
  expect(line(1).getByLabelText<HTMLInputElement>('Hours').value).toBe('2.5')
})

it('shows the server’s message above the form if no field has it', async () => {
  answerRequests({
    status: 400,
    body: {
      message: 'This rate card is no longer active.',
      issues: [{ path: 'lines.0.serviceRateId', message: 'This rate card is no longer active.' }],
    },
  })
  const user = show(<Form lines={[audit]} />)
  await user.click(button('Save'))
  expect(await screen.findByText('This rate card is no longer active.')).toBeTruthy()
})

import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeOwnForm } from '../../api/own-forms.ts'
import { answerRequests, show } from '../component-test.tsx'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { SectionsField } from './SectionsField.tsx'
import { blankField, blankSection, type EditedSection, OwnFormEdit } from './values.ts'

const urgent = blankField('isUrgent', { label: 'Urgent' })
const reason = blankField('reason', { label: 'Reason', showWhen: { field: 'isUrgent', is: 'yes' } })
const device = blankField('device', { label: 'Device' })
const request = { ...blankSection('x'), heading: 'Request', fields: [urgent, reason] }

function Form({ sections }: { sections: EditedSection[] }) {
  const form = usePortalForm({
    schema: OwnFormEdit,
    defaultValues: {
      title: 'Equipment request',
      description: 'What a new employee needs.',
      businessLevel: 'startup' as const,
      category: 'Onboarding',
      keep: 'Store it for 3 years.',
      sections,
    },
    failure: 'Couldn’t save the form',
    send: (body) => call(changeOwnForm, { params: { id: 'x' }, body, ifMatch: 1 }),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <SectionsField form={form} />
      <Button type="submit">Save</Button>
    </form>
  )
}

/** The menus of the test's browser open without a selection, which the form takes for an edit. */
async function open(section: EditedSection, type: string) {
  const user = show(<Form sections={[section]} />)
  await user.selectOptions(field(1).getByLabelText('Type'), type)
  return user
}

const button = (name: string) => screen.getByRole('button', { name })
const field = (number: number) => within(screen.getByRole('listitem', { name: `Field ${number}` }))
const condition = (number: number) => field(number).getByLabelText<HTMLSelectElement>(/^Show only if/)

it.each<[string, string, number]>([
  ['was removed', 'Remove field 1 of section 1', 1],
  ['was moved below', 'Move field 1 of section 1 down', 1],
])('removes a condition on a field that %s', async (_what, press, number) => {
  const sent = answerRequests({ status: 200 })
  const user = await open(request, 'Check box')
  await user.click(button(press))
  expect(condition(number).selectedOptions[0]?.textContent).toBe('A field that’s no longer available')
  await user.click(button('Save'))
  expect(await field(number).findByText('Choose an earlier choice or check box of this form.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.selectOptions(condition(number), 'Always shown')
  expect(field(number).queryByLabelText(/^Show only if/)).toBeNull()
  await user.click(button('Save'))
  expect(JSON.stringify(sent)).not.toContain('showWhen')
  expect(sent).toHaveLength(1)
})

it('removes a condition on a field whose type has changed', async () => {
  const sent = answerRequests({ status: 200 })
  const user = await open(request, 'Check box')
  await user.selectOptions(field(1).getByLabelText('Type'), 'Text')
  expect(condition(2).selectedOptions[0]?.textContent).toBe('A field that’s no longer available')
  await user.selectOptions(condition(2), 'Always shown')
  await user.click(button('Save'))
  expect(sent).toHaveLength(1)
})

it('offers only earlier fields while the condition is on one of them', async () => {
  await open(request, 'Check box')
  expect([...condition(2).options].map(({ text }) => text)).toEqual(['Always shown', 'Urgent'])
})

it.each<[label: string, value: string, message: string]>([
  ['Text', `Fine.\n\n${'x'.repeat(2001)}`, 'Use at most 2,000 characters.'],
  ['List', `Fine.\n${'x'.repeat(501)}`, 'Use at most 500 characters.'],
  ['Choices', `Laptop\n${'x'.repeat(201)}`, 'Use at most 200 characters.'],
])('shows an error in a line of the field “%s” until it is corrected', async (label, value, message) => {
  const sent = answerRequests({ status: 200 })
  const user = await open({ ...request, fields: [device] }, label === 'Choices' ? 'Choice' : 'Date')
  const area = screen.getByLabelText<HTMLTextAreaElement>(new RegExp(`^${label}`))
  fireEvent.change(area, { target: { value } })
  await user.click(button('Save'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(area)
  expect(sent).toEqual([])
  await user.clear(area)
  await user.type(area, 'Laptop{Enter}{Enter}Phone')
  expect(screen.queryByText(message)).toBeNull()
  await user.click(button('Save'))
  expect(sent).toHaveLength(1)
})

it('asks before a section is removed with its fields', async () => {
  answerRequests({ status: 200 })
  const user = show(<Form sections={[{ ...request, fields: [device] }, request, { ...request, fields: [] }]} />)
  const sections = () => screen.queryAllByRole('region', { name: /^Section \d/ })
  const remove = async (number: number) => user.click(button(`Remove section ${number}`))
  await remove(3)
  expect(sections()).toHaveLength(2)
  await remove(2)
  const question = screen.getByRole('alertdialog', { name: 'Remove section 2 and its 2 fields?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sections()).toHaveLength(2)
  await remove(2)
  await user.click(button('Remove section'))
  expect(sections()).toHaveLength(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await remove(1)
  expect(screen.getByRole('alertdialog', { name: 'Remove section 1 and its field?' })).toBeTruthy()
})

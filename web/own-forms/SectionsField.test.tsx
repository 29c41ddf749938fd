import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeOwnForm } from '../../api/own-forms.ts'
import { answerRequests, show } from '../component-test.tsx'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { SectionsField } from './SectionsField.tsx'
import { blankField, blankSection, type EditedSection, OwnFormEdit } from './values.ts'

const urgent = blankField('isUrgent', { label: 'Urgent', kind: 'check' })
const reason = blankField('reason', { label: 'Reason', showWhen: { field: 'isUrgent', is: 'yes' } })
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

const button = (name: string) => screen.getByRole('button', { name })
const field = (number: number) => within(screen.getByRole('listitem', { name: `Field ${number}` }))
const condition = (number: number) => field(number).getByLabelText<HTMLSelectElement>(/^Show only if/)

it.each<[string, string, number]>([
  ['was removed', 'Remove field 1 of section 1', 1],
  ['was moved below', 'Move field 1 of section 1 down', 1],
])('removes a condition on a field that %s', async (_what, press, number) => {
  const sent = answerRequests({ status: 200 })
  const user = show(<Form sections={[request]} />)
  await user.click(button(press))
  expect(condition(number).selectedOptions[0]?.textContent).toBe('A field that’s no longer above')
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
  const user = show(<Form sections={[request]} />)
  await user.selectOptions(field(1).getByLabelText('Type'), 'Text')
  expect(condition(2).selectedOptions[0]?.textContent).toBe('A field that’s no longer above')
  await user.selectOptions(condition(2), 'Always shown')
  await user.click(button('Save'))
  expect(sent).toHaveLength(1)
})

it('offers only earlier fields while the condition is on one of them', () => {
  show(<Form sections={[request]} />)
  expect([...condition(2).options].map(({ text }) => text)).toEqual(['Always shown', 'Urgent'])
})

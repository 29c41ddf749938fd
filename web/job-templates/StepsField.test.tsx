import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createJobTemplate } from '../../api/job-templates.ts'
import { JobTemplateInput } from '../../domain/job-template.ts'
import { answerRequests, show } from '../component-test.tsx'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { blankStep, StepsField } from './StepsField.tsx'

const review = { ...blankStep, title: 'Review', checklist: [{ text: 'Handbook' }, { text: 'Policies' }] }
const callStep = { ...blankStep, title: 'Call' }

function Form({ steps }: { steps: (typeof blankStep)[] }) {
  const form = usePortalForm({
    schema: JobTemplateInput,
    defaultValues: { name: 'Onboarding', service: '' as const, steps },
    failure: 'Couldn’t create the template',
    send: (body, idempotencyKey) => call(createJobTemplate, { body, idempotencyKey }),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <StepsField form={form} />
      <Button type="submit">Save</Button>
    </form>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const checklistOf = (step: number) => within(screen.getByRole('region', { name: `Checklist of step ${step}` }))
const textsOf = (step: number) =>
  checklistOf(step)
    .queryAllByRole('textbox')
    .map((field) => (field as HTMLInputElement).value)
const item = (text: string) => ({ text, isDone: false })

it('moves the checklist with its step', async () => {
  const sent = answerRequests({ status: 200, body: [] })
  const user = show(<Form steps={[review, callStep]} />)
  await user.type(screen.getByRole('textbox', { name: 'Item 2 of step 1' }), ' and forms')
  await user.click(button('Move step 1 down'))
  expect([textsOf(1), textsOf(2)]).toEqual([[], ['Handbook', 'Policies and forms']])
  await user.click(button('Add item to step 1'))
  await user.type(screen.getByRole('textbox', { name: 'Item 1 of step 1' }), 'Agree on a date')
  await user.click(button('Move step 2 up'))
  expect([textsOf(1), textsOf(2)]).toEqual([['Handbook', 'Policies and forms'], ['Agree on a date']])
  await user.click(button('Save'))
  expect(sent).toMatchObject([
    {
      steps: [
        { title: 'Review', checklist: [item('Handbook'), item('Policies and forms')] },
        { title: 'Call', checklist: [item('Agree on a date')] },
      ],
    },
  ])
})

it('removes an item, and adds the next one on Enter', async () => {
  answerRequests({ status: 200, body: [] })
  const user = show(<Form steps={[review]} />)
  await user.click(button('Remove item 1 of step 1'))
  await user.type(screen.getByRole('textbox', { name: 'Item 1 of step 1' }), '{Enter}Forms')
  expect(textsOf(1)).toEqual(['Policies', 'Forms'])
})

it('sends no checklist for a step that is no longer a task', async () => {
  const sent = answerRequests({ status: 200, body: [] })
  const user = show(<Form steps={[review]} />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Document request')
  expect(screen.queryByRole('region', { name: /^Checklist/ })).toBeNull()
  await user.click(button('Save'))
  expect(sent).toMatchObject([{ steps: [{ kind: 'document-request', checklist: [] }] }])
})

it('shows an error at the item without a text', async () => {
  const sent = answerRequests({ status: 200, body: [] })
  const user = show(<Form steps={[{ ...review, checklist: [{ text: '' }] }]} />)
  await user.click(button('Save'))
  expect(await screen.findByText('Enter the checklist item.')).toBeTruthy()
  expect(sent).toEqual([])
})

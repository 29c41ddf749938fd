import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import { answerRequests, show } from '../component-test.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'

const id = '019aabcd-0000-7000-8000-000000000001'
const clause = (title: string, isOptional: boolean) => ({ title, text: 'Text.', isOptional })
const clauses = [clause('Services', false), clause('Travel', true), clause('Hotels', true)]
const listed = { status: 200, body: [{ id, kind: 'contract', name: 'Retainer', currentVersion: 2 }] }
const versionOf = (number: number) => ({
  status: 200,
  body: { id, number, kind: 'contract', name: 'Retainer', clauses },
})

function Form({ chosen = null }: { chosen?: TemplateChoice | null }) {
  const [choice, setChoice] = useState(chosen)
  return (
    <>
      <TemplatePicker kind="contract" value={choice} error={undefined} onChange={setChoice} />
      <output>{JSON.stringify(choice)}</output>
    </>
  )
}

const choice = () => JSON.parse(screen.getByRole('status').textContent) as TemplateChoice | null

it('chooses the current version of a template, and its optional clauses one by one', async () => {
  answerRequests(listed, versionOf(2))
  const user = show(<Form />)
  await user.selectOptions(await screen.findByLabelText(/^Template/), 'Retainer')
  expect(choice()).toEqual({ id, version: 2, clauses: [] })
  await user.click(await screen.findByLabelText('Hotels'))
  await user.click(screen.getByLabelText('Travel'))
  expect(choice()).toEqual({ id, version: 2, clauses: [2, 1] })
  await user.click(screen.getByLabelText('Hotels'))
  expect(choice()?.clauses).toEqual([1])
  expect(screen.queryByLabelText('Services')).toBeNull()
  await user.selectOptions(screen.getByLabelText(/^Template/), 'No template')
  expect(choice()).toBeNull()
})

it('offers the earlier version that is already in use', async () => {
  // The clauses are read first, because the list is read by the component around them.
  answerRequests(versionOf(1), listed)
  show(<Form chosen={{ id, version: 1, clauses: [1] }} />)
  await screen.findByRole('option', { name: 'Retainer' })
  const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ text, selected }) => [text, selected])
  expect(options).toContainEqual(['Current choice, version 1', true])
  expect(options).toContainEqual(['Retainer', false])
})

it('shows nothing while no template is published', async () => {
  answerRequests({ status: 200, body: [] })
  show(<Form />)
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByLabelText(/^Template/)).toBeNull()
})

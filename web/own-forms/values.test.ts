import { describe, expect, it } from 'vitest'
import { OwnFormInput } from '../../domain/own-form.ts'
import { FieldName } from '../../domain/hr-form.ts'
import { blankField, choicesOfField, editedOf, OwnFormEdit, unusedName } from './values.ts'

const choices = [
  { value: 'laptop', label: 'Laptop' },
  { value: 'phone', label: 'Phone' },
]
const form = OwnFormInput.parse({
  title: 'Equipment request',
  description: 'What a new employee needs.',
  category: 'Onboarding',
  keep: 'Store it for 3 years.',
  sections: [
    {
      heading: 'Request',
      paragraphs: ['One form for each employee.', 'Order early.'],
      points: ['Two weeks ahead.'],
      fields: [
        { name: 'device', label: 'Device', kind: 'choice', choices },
        { name: 'model', label: 'Model', help: 'As in the list.', showWhen: { field: 'device', is: 'laptop' } },
        { name: 'signature', label: 'Signature', kind: 'signature', optional: true },
      ],
    },
  ],
})

describe('the values of the form editor', () => {
  it('are the stored form again if nothing is changed', () => {
    expect(OwnFormEdit.parse(editedOf(form))).toEqual(form)
  })

  it('give each choice a value of its own, which remains while its label does', () => {
    const known = [{ value: 'old', label: 'Laptop' }]
    expect(choicesOfField({ choices: 'C\n\nC++\nLaptop\n!', known }).map(({ value }) => value)).toEqual([
      'c',
      'c-2',
      'old',
      'choice',
    ])
  })

  it('report a missing label at its field', () => {
    const edited = editedOf(form)
    edited.sections[0]?.fields.push(blankField(unusedName(edited.sections)))
    expect(OwnFormEdit.safeParse(edited).error?.issues[0]?.path).toEqual(['sections', 0, 'fields', 3, 'label'])
  })

  it('refuse two choices with the same label', () => {
    const edited = editedOf(form)
    const device = edited.sections[0]?.fields.find(({ name }) => name === 'device')
    if (device !== undefined) device.choices = 'Laptop\nPhone\nlaptop'
    expect(OwnFormEdit.safeParse(edited).error?.issues).toMatchObject([
      { path: ['sections', 0, 'fields', 0, 'choices'], message: 'Two choices are the same.' },
    ])
  })

  it('refuse a condition whose choice was renamed', () => {
    const edited = editedOf(form)
    const device = edited.sections[0]?.fields.find(({ name }) => name === 'device')
    if (device !== undefined) device.choices = 'Notebook\nPhone'
    expect(OwnFormEdit.safeParse(edited).error?.issues[0]?.path).toEqual(['sections', 0, 'fields', 1, 'showWhen', 'is'])
  })

  it('name a new field like no other, and like none that was removed', () => {
    const names = Array.from({ length: 100 }, () => unusedName([]))
    expect(new Set(names).size).toBe(100)
    for (const name of names) expect(FieldName.safeParse(`${name}Date`).success, name).toBe(true)
  })
})

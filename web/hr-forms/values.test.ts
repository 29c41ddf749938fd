import { describe, expect, it } from 'vitest'
import { withDraft, formValues, valuesAtFirst } from './values.ts'

const field = (name: string, value?: string) => ({
  name,
  label: name,
  kind: 'line' as const,
  optional: false,
  width: 'full' as const,
  fixed: false,
  rows: 4,
  ...(value === undefined ? {} : { value }),
})
const section = (...fields: ReturnType<typeof field>[]) => ({
  heading: 'X',
  paragraphs: [],
  points: [],
  links: [],
  fields,
})

describe('the values of a form', () => {
  it('start with the defaults of the form and today’s date in Virginia', () => {
    const sections = [
      section(field('firstName'), field('state', 'Virginia')),
      section(field('acknowledgmentDate'), field('workEligibility')),
    ]
    // Past midnight in London, not yet in Richmond.
    expect(valuesAtFirst({ sections }, new Date('2026-11-21T03:00:00Z'))).toEqual({
      firstName: '',
      state: 'Virginia',
      acknowledgmentDate: '2026-11-20',
      workEligibility: 'yes',
    })
  })

  it('include a draft and its emptied fields, without questions that no longer exist', () => {
    expect(withDraft({ firstName: '', state: 'Virginia' }, { firstName: 'Ann', state: '', faxNumber: '1' })).toEqual({
      firstName: 'Ann',
      state: '',
    })
  })

  it('are strings even if nothing is chosen', () => {
    expect(formValues({ firstName: 'Ann', workEligibility: null })).toEqual({ firstName: 'Ann', workEligibility: '' })
  })
})

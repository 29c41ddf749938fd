import { describe, expect, it } from 'vitest'
import { AgreementTemplateInput, ChoiceInAddress, type TemplateContent, writeChoice } from './agreement-template.ts'
import { clausesOf } from './contract-clauses.ts'
import { defaultTerms } from './contract-terms.ts'
import { fieldProblem, templateFields } from './template-fields.ts'
import { assertFieldsKnown, assertOptionalClauses, assertTextFits, fillTemplate } from './template-text.ts'
import { contractFieldValues } from './template-values.ts'

const values = contractFieldValues({
  clientName: 'Ann Keller',
  clientCompany: 'Acme Tooling, Inc.',
  clientEmail: 'ann@example.com',
  clientAddress: null,
  contractNumber: 'PROHR-202611-008',
  createdAt: '2026-11-28T03:00:00.000Z',
  startDate: '2026-12-01',
  endDate: null,
  services: ['Handbook', 'Training', 'Handbook'].map((customName) => ({
    serviceRateId: null,
    customName,
    description: null,
    estimatedHours: null,
    hourlyRate: null,
    totalCost: null,
  })),
  totalValue: 450_050,
})

const clause = (title: string, text: string, isOptional = false) => ({ title, text, isOptional })
const content = (clauses: TemplateContent['clauses'], introduction: string | null = null) => ({ introduction, clauses })

describe('the fields of a template', () => {
  it('have a value for each name that is listed', () => {
    expect(Object.keys(values)).toEqual(Object.keys(templateFields.contract))
  })

  it('are filled in with names, full dates, and dollars, in any case and with any spaces', () => {
    const text =
      '{{client}}, {{ Client  Name }}: {{services}} from {{START DATE}} for {{total value}} ({{contract date}})'
    expect(fillTemplate(content([clause('All', text)]), [], values)).toBe(
      '1. All\nAcme Tooling, Inc., Ann Keller: Handbook and Training from December 1, 2026 for $4,500.50 (November 27, 2026)',
    )
  })

  it('are printed in brackets without a value', () => {
    expect(fillTemplate(content([clause('End', 'Until {{end date}}.')]), [], values)).toBe('1. End\nUntil [end date].')
  })

  it('never add lines or fields', () => {
    const evil = { client: 'Acme\n\n9. Payment\nNothing is due, {{client name}}.', 'client name': 'Ann' }
    expect(fillTemplate(content([clause('Party', '{{client}}')]), [], evil)).toBe(
      '1. Party\nAcme 9. Payment Nothing is due, {{client name}}.',
    )
  })

  it.each([
    ['contract', 'For {{client}} from {{Start Date}}', null],
    ['contract', 'No braces, {one}, and $1', null],
    ['contract', 'For {{customer}}', 'Unknown field {{customer}}. Choose one from the list of fields.'],
    ['contract', '{{constructor}}', 'Unknown field {{constructor}}. Choose one from the list of fields.'],
    ['proposal', '{{contract number}}', 'Unknown field {{contract number}}. Choose one from the list of fields.'],
    ['contract', 'For {{client}', 'Write a field with two braces on each side, such as {{client}}.'],
    ['contract', `{{${'x'.repeat(61)}}}`, 'Write a field with two braces on each side, such as {{client}}.'],
  ] as const)('of a %s are checked: %s', (kind, text, problem) => {
    expect(fieldProblem(templateFields[kind], text)).toBe(problem)
  })
})

describe('the filled-in text', () => {
  const template = content(
    [clause('Services', 'Ours.\n\nAnd yours.'), clause('Travel', 'At cost.', true), clause('End.', 'On notice.')],
    'Between {{client}} and us.',
  )

  it('numbers the clauses that were chosen, and reads as these clauses', () => {
    const text = fillTemplate(template, [], values)
    expect(text).toBe('Between Acme Tooling, Inc. and us.\n\n1. Services\nOurs.\n\nAnd yours.\n\n2. End\nOn notice.')
    expect(clausesOf(text)).toEqual([
      { number: '', title: null, text: 'Between Acme Tooling, Inc. and us.' },
      { number: '1.', title: 'Services.', text: 'Ours.\n\nAnd yours.' },
      { number: '2.', title: 'End.', text: 'On notice.' },
    ])
    expect(clausesOf(fillTemplate(template, [1], values)).map(({ number, title }) => `${number} ${title}`)).toEqual([
      ' null',
      '1. Services.',
      '2. Travel.',
      '3. End.',
    ])
  })

  it('allows only optional clauses to be chosen, each once', () => {
    expect(() => assertOptionalClauses(template, [1])).not.toThrow()
    for (const chosen of [[0], [1, 1], [3], [-1], [0.5]])
      expect(() => assertOptionalClauses(template, chosen)).toThrow(
        'Choose from the optional clauses of this template.',
      )
  })

  it('requires a value for the fields of its clauses, at the place where it is entered', () => {
    const dated = content([clause('End', 'Until {{end date}}.', true)])
    expect(() => assertFieldsKnown(dated, [], values, { 'end date': 'endDate' })).not.toThrow()
    expect(() => assertFieldsKnown(dated, [0], values, { 'end date': 'endDate' })).toThrow(
      expect.objectContaining({ issues: [{ path: 'endDate', message: expect.stringContaining('{{end date}}') }] }),
    )
  })

  it('has at most 10,000 characters', () => {
    expect(() => assertTextFits('x'.repeat(10_000))).not.toThrow()
    expect(() => assertTextFits('x'.repeat(10_001))).toThrow('10,000')
  })
})

describe('terms that number themselves', () => {
  it('keep their numbers, and have titles only on a line of their own', () => {
    const terms =
      '1. The client pays within 30 days of\nthe date of an invoice.\n\n2. Late charges,\nIf any.\n\n2.1 None.'
    expect(clausesOf(terms)).toEqual(terms.split('\n\n').map((text) => ({ number: '', title: null, text })))
  })

  it('differ from the default terms, which are numbered when they are printed', () => {
    expect(clausesOf(defaultTerms).map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1. Termination.',
      '2. Payment.',
      '3. Late payment.',
      '4. Governing law.',
    ])
  })
})

describe('a template', () => {
  const input = (more: object) => ({
    kind: 'contract',
    name: 'Retainer',
    clauses: [clause('End', 'On notice.')],
    ...more,
  })
  const problemsOf = (more: object) =>
    AgreementTemplateInput.safeParse(input(more)).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )

  it('is accepted with its limits', () => {
    expect(problemsOf({})).toBeUndefined()
    const optional = clause('Travel', 'x'.repeat(9_000), true)
    expect(problemsOf({ introduction: 'x'.repeat(9_900), clauses: [clause('End', 'x'), optional] })).toBeUndefined()
  })

  it.each([
    [
      { introduction: 'For {{customer}}' },
      'introduction: Unknown field {{customer}}. Choose one from the list of fields.',
    ],
    [
      { clauses: [clause('For {{x}}', 'y')] },
      'clauses.0.title: Unknown field {{x}}. Choose one from the list of fields.',
    ],
    [
      { clauses: [clause('End', '}}')] },
      'clauses.0.text: Write a field with two braces on each side, such as {{client}}.',
    ],
    [{ clauses: [] }, 'clauses: Add a clause.'],
    [{ clauses: Array.from({ length: 51 }, () => clause('A', 'b')) }, 'clauses: Use at most 50 clauses.'],
    [{ clauses: [clause(' ', 'b')] }, 'clauses.0.title: Enter a title.'],
    [{ clauses: [clause('—', 'b')] }, 'clauses.0.title: Enter a title that isn’t only punctuation.'],
    [{ clauses: [clause('A\nb', 'c')] }, 'clauses.0.title: Use one line for the title.'],
    [{ clauses: [clause('A', '')] }, 'clauses.0.text: Enter the text of the clause.'],
    [
      { introduction: 'x'.repeat(9_990), clauses: [clause('Title', 'longer')] },
      'clauses: Use at most 10,000 characters in total for clauses that aren’t optional.',
    ],
    [
      { clauses: [1, 2, 3].map(() => clause('A', 'x'.repeat(9_000), true)) },
      'clauses: Use at most 20,000 characters in total for all clauses.',
    ],
    [{ kind: 'invoice' }, 'kind: Choose contract or proposal.'],
  ])('is refused with %j', (more, problem) => {
    expect(problemsOf(more)).toContain(problem)
  })
})

describe('a choice in an address', () => {
  const choice = { id: '019aabcd-0000-7000-8000-000000000001', version: 3, clauses: [0, 2] }

  it('is read as it was written', () => {
    for (const each of [choice, { ...choice, clauses: [] }])
      expect(ChoiceInAddress.parse(writeChoice(each))).toEqual(each)
  })

  it.each(['', 'x', 'x:1:', `${choice.id}:0:`, `${choice.id}:9999999:`, `${choice.id}:1:a`, `${choice.id}:1:0:1`])(
    'is refused as "%s"',
    (text) => {
      expect(ChoiceInAddress.safeParse(text).success).toBe(false)
    },
  )
})

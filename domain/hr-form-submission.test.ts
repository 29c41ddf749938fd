import { describe, expect, it } from 'vitest'
import { fieldsOf, formTypeOf, isPortalForm } from './hr-form.ts'
import { printedAnswers } from './printed-answers.ts'
import { draftFor, HrFormInput, portalForms, subjectOf } from './hr-form-submission.ts'
import { HrForm } from './hr-form.ts'

const application = {
  firstName: 'Ann',
  lastName: 'Archer',
  email: 'ann@example.com',
  phone: '(804) 555-0142',
  address: '77 Cary Street',
  city: 'Richmond',
  zipCode: '23219',
  position: 'Bookkeeper',
  availableStartDate: '2026-12-01',
}
const review = {
  employeeName: 'Ann Archer',
  employeeId: 'E-17',
  reviewPeriod: '2026',
  department: 'Office',
  supervisor: 'Sam Carter',
  goals: 'Close the books by the fifth.',
  achievements: 'Closed them by the tenth.',
}
const acknowledgment = {
  employeeName: 'Ann Archer',
  employeeId: 'E-17',
  department: 'Office',
  supervisor: 'Sam Carter',
  acknowledgmentDate: '2026-11-20',
  signature: 'Ann Archer',
}

/** The first error message, as from the server. */
function mistake(formType: string, formData: object) {
  const issue = HrFormInput.safeParse({ formType, formData }).error?.issues.at(0)
  return issue === undefined ? null : [issue.path.join('.'), issue.message]
}

describe('an employment application', () => {
  it('defaults to Virginia and to someone who is authorized to work', () => {
    expect(HrFormInput.parse({ formType: 'employment-application', formData: application }).formData).toEqual({
      ...application,
      state: 'Virginia',
      workEligibility: 'yes',
      expectedSalary: null,
      previousEmployer: null,
      references: null,
      residence: null,
      education: null,
      licenses: null,
      signature: null,
    })
  })

  it.each([
    ['firstName', '', 'First name is required'],
    ['firstName', undefined, 'First name is required'],
    ['lastName', '  ', 'Last name is required'],
    ['email', 'ann', 'Valid email is required'],
    ['email', '', 'Valid email is required'],
    ['phone', '555-0142', 'Phone number is required'],
    ['phone', '555        ', 'Phone number is required'],
    ['address', '', 'Address is required'],
    ['city', null, 'City is required'],
    ['zipCode', '2321', 'ZIP code is required'],
    ['position', '', 'Position is required'],
    ['availableStartDate', '', 'Start date is required'],
    ['availableStartDate', '2026-02-30', 'Start date is required'],
  ])('names the missing field for %s %j', (name, value, message) => {
    expect(mistake('employment-application', { ...application, [name]: value })).toEqual([`formData.${name}`, message])
  })

  it('accepts 10,000 characters, only yes or no where asked, and no unknown fields', () => {
    const long = 'x'.repeat(10_000)
    expect(mistake('employment-application', { ...application, references: long, previousEmployer: long })).toBeNull()
    expect(mistake('employment-application', { ...application, references: `${long}x` })?.[0]).toBe(
      'formData.references',
    )
    expect(mistake('employment-application', { ...application, workEligibility: 'maybe' })?.[0]).toBe(
      'formData.workEligibility',
    )
    expect(mistake('employment-application', { ...application, currentSalary: '$50,000' })?.[0]).toBe('formData')
  })
})

describe('a handbook acknowledgment', () => {
  it.each([
    ['employeeName', 'Employee name is required'],
    ['employeeId', 'Employee ID is required'],
    ['department', 'Department is required'],
    ['supervisor', 'Supervisor name is required'],
    ['acknowledgmentDate', 'Date is required'],
    ['signature', 'Digital signature is required'],
  ])('names the missing field without %s', (name, message) => {
    expect(mistake('handbook-acknowledgment', acknowledgment)).toBeNull()
    expect(mistake('handbook-acknowledgment', { ...acknowledgment, [name]: '' })).toEqual([`formData.${name}`, message])
  })
})

describe('a performance review', () => {
  it.each([
    ['employeeName', 'Employee name is required'],
    ['employeeId', 'Employee ID is required'],
    ['reviewPeriod', 'Review period is required'],
    ['department', 'Department is required'],
    ['supervisor', 'Supervisor is required'],
    ['goals', 'Goals are required'],
    ['achievements', 'Achievements are required'],
  ])('names the missing field without %s', (name, message) => {
    expect(mistake('performance-review', { ...review, [name]: '' })).toEqual([`formData.${name}`, message])
  })

  it.each([
    [undefined, '3'],
    ['4', '4'],
    [4, '4'],
    [1, '1'],
  ])('reads the rating %j as %j', (overallRating, meant) => {
    const read = HrFormInput.parse({ formType: 'performance-review', formData: { ...review, overallRating } })
    expect(read.formData).toMatchObject({ overallRating: meant, jobPerformance: 'satisfactory', comments: null })
  })

  it.each(['6', 0, 3.5, '', 'three', null])('refuses the rating %j', (overallRating) => {
    expect(mistake('performance-review', { ...review, overallRating })?.[0]).toBe('formData.overallRating')
  })
})

it('an unknown form type is named in the error', () => {
  expect(mistake('exit-interview', review)).toEqual([
    'formType',
    'Choose one of: employment-application, handbook-acknowledgment, performance-review.',
  ])
})

it('a draft accepts any text, but only in the fields of its form', () => {
  expect(draftFor(Object.keys(portalForms['employment-application'].shape), { email: 'ann', phone: '' })).toEqual({
    email: 'ann',
    phone: '',
  })
  expect(() => draftFor(Object.keys(portalForms['employment-application'].shape), { salaryHistory: 'x' })).toThrow(
    'salaryHistory',
  )
  expect(() => draftFor(Object.keys(portalForms['performance-review'].shape), { goals: 'x'.repeat(10_001) })).toThrow(
    '10,000',
  )
  expect(() => draftFor(Object.keys(portalForms['performance-review'].shape), { goals: 7 })).toThrow()
})

it('a submission is about the applicant or the employee', () => {
  expect(subjectOf(application)).toBe('Ann Archer')
  expect(subjectOf(review)).toBe('Ann Archer')
  expect(subjectOf({ jobTitle: 'Bookkeeper' })).toBeNull()
})

describe('answers read from a PDF', () => {
  const form = HrForm.parse({
    id: 'x',
    title: 'X',
    description: 'X',
    businessLevel: 'growth',
    category: 'X',
    required: false,
    keywords: [],
    version: 1,
    asOf: '2026-11-20',
    keep: 'A year.',
    sources: [{ title: 'X', url: 'https://x.example/' }],
    sections: [
      {
        heading: 'X',
        fields: [
          { name: 'who', label: 'Who' },
          { name: 'on', label: 'On', kind: 'date' },
          { name: 'until', label: 'Until', kind: 'date', optional: true },
          {
            name: 'kind',
            label: 'Kind',
            kind: 'choice',
            choices: [
              { value: 'a', label: 'A' },
              { value: 'b', label: 'B' },
            ],
          },
          { name: 'told', label: 'Told', kind: 'check' },
        ],
      },
    ],
  })

  it.each([
    ['12/1/2026', '2026-12-01'],
    ['02-28-2026', '2026-02-28'],
    ['2026-12-01', '2026-12-01'],
  ])('the date %s is %s', (written, meant) => {
    expect(printedAnswers(form, 'x', { who: 'Ann', on: written, kind: 'a', told: 'yes' })).toEqual({
      who: 'Ann',
      on: meant,
      kind: 'a',
      told: true,
    })
  })

  it.each([
    [{ on: '2/30/2026' }, 'Enter the date as MM/DD/YYYY.'],
    [{ on: '' }, 'Fill in “On.”'],
    [{ until: 'never' }, 'Enter the date as MM/DD/YYYY.'],
    [{ kind: '' }, 'Fill in “Kind.”'],
    [{ kind: 'c' }, 'Fill in “Kind.”'],
    [{ who: '   ' }, 'Fill in “Who.”'],
  ])('%j is refused with the reason', (change, message) => {
    expect(() => printedAnswers(form, 'x', { who: 'Ann', on: '12/1/2026', kind: 'a', told: '', ...change })).toThrow(
      message,
    )
  })
})

it('three forms can be filled in on the portal', () => {
  expect(
    ['employee-handbook-ack', 'employment-application', 'exit-interview'].map((id) => isPortalForm(formTypeOf(id))),
  ).toEqual([true, true, false])
  expect(Object.keys(portalForms)).toHaveLength(3)
  expect(fieldsOf({ sections: [] })).toEqual([])
})

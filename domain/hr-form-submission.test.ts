import { describe, expect, it } from 'vitest'
import { fieldsOf, formTypeOf, isPortalForm } from './hr-form.ts'
import { answersOnPaper } from './hr-form-paper.ts'
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

/** The first thing wrong, as the server says it. */
function mistake(formType: string, formData: object) {
  const issue = HrFormInput.safeParse({ formType, formData }).error?.issues.at(0)
  return issue === undefined ? null : [issue.path.join('.'), issue.message]
}

describe('an employment application', () => {
  it('is for Virginia and somebody who may work, unless it says otherwise', () => {
    expect(HrFormInput.parse({ formType: 'employment-application', formData: application }).formData).toEqual({
      ...application,
      state: 'Virginia',
      workEligibility: 'yes',
      expectedSalary: null,
      previousEmployer: null,
      references: null,
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
  ])('with %s %j is told what is missing', (name, value, message) => {
    expect(mistake('employment-application', { ...application, [name]: value })).toEqual([`formData.${name}`, message])
  })

  it('takes 10,000 characters, and no more, nor another answer than yes or no, nor a question that was not asked', () => {
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
  ])('without %s says so', (name, message) => {
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
  ])('without %s says so', (name, message) => {
    expect(mistake('performance-review', { ...review, [name]: '' })).toEqual([`formData.${name}`, message])
  })

  it.each([
    [undefined, '3'],
    ['4', '4'],
    [4, '4'],
    [1, '1'],
  ])('with the rating %j means %j', (overallRating, meant) => {
    const read = HrFormInput.parse({ formType: 'performance-review', formData: { ...review, overallRating } })
    expect(read.formData).toMatchObject({ overallRating: meant, jobPerformance: 'satisfactory', comments: null })
  })

  it.each(['6', 0, 3.5, '', 'three', null])('has no rating %j', (overallRating) => {
    expect(mistake('performance-review', { ...review, overallRating })?.[0]).toBe('formData.overallRating')
  })
})

it('a form that is none of the three is named as such', () => {
  expect(mistake('exit-interview', review)).toEqual([
    'formType',
    'Please choose one of: employment-application, handbook-acknowledgment, performance-review.',
  ])
})

it('a draft holds any text, but only in the fields of its form', () => {
  expect(draftFor('employment-application', { email: 'ann', phone: '' })).toEqual({ email: 'ann', phone: '' })
  expect(() => draftFor('employment-application', { salaryHistory: 'x' })).toThrow('salaryHistory')
  expect(() => draftFor('performance-review', { goals: 'x'.repeat(10_001) })).toThrow('10,000')
  expect(() => draftFor('performance-review', { goals: 7 })).toThrow()
})

it('a submission is about the applicant or the employee', () => {
  expect(subjectOf(application)).toBe('Ann Archer')
  expect(subjectOf(review)).toBe('Ann Archer')
  expect(subjectOf({ jobTitle: 'Bookkeeper' })).toBeNull()
})

describe('on paper', () => {
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
    expect(answersOnPaper(form, 'x', { who: 'Ann', on: written, kind: 'a', told: 'yes' })).toEqual({
      who: 'Ann',
      on: meant,
      kind: 'a',
      told: true,
    })
  })

  it.each([
    [{ on: '2/30/2026' }, 'Please write the date as MM/DD/YYYY.'],
    [{ on: '' }, 'Please fill in “On”.'],
    [{ until: 'never' }, 'Please write the date as MM/DD/YYYY.'],
    [{ kind: '' }, 'Please fill in “Kind”.'],
    [{ kind: 'c' }, 'Please fill in “Kind”.'],
    [{ who: '   ' }, 'Please fill in “Who”.'],
  ])('%j is told what is wrong', (change, message) => {
    expect(() => answersOnPaper(form, 'x', { who: 'Ann', on: '12/1/2026', kind: 'a', told: '', ...change })).toThrow(
      message,
    )
  })
})

it('only the three are filled in the portal', () => {
  expect(
    ['employee-handbook-ack', 'employment-application', 'exit-interview'].map((id) => isPortalForm(formTypeOf(id))),
  ).toEqual([true, true, false])
  expect(Object.keys(portalForms)).toHaveLength(3)
  expect(fieldsOf({ sections: [] })).toEqual([])
})

// The forms ask nothing that the law forbids to ask, and contain no unchecked number.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldsOf, formTypeOf, type HrForm, isPortalForm } from '../../domain/hr-form.ts'
import { portalForms } from '../../domain/hr-form-submission.ts'
import { bundledForms, earlierForms, readForm } from '../../server/hr-forms/bundled.ts'
import { bundledPolicies } from '../../server/hr-policies/bundled.ts'
import { figuresIn } from './figures.ts'

const forms = bundledForms()
const named = forms.map((form) => [form.id, form] as const)

/**
 * What no form may ask, above all before a job offer: § 40.1-28.7:12 (pay history), §§ 19.2-389.3, 19.2-392.4, and
 * 19.2-392.15 (records), § 40.1-28.7:5 (logins), § 40.1-28.7:1 (genes), and the traits that the law protects.
 */
const forbidden =
  /(salary|pay|wage)s? (history|before|earned|received)|(current|previous|prior|last|past) (salary|pay|wage)|\b(age|birth|born|dob)\b|arrest|crim|convict|felon|marijuana|expunge|sealed|password|login|social (media|security)|ssn|disab|handicap|medical|health|illness|genetic|pregnan|child(ren)?\b|marital|married|spouse|family|maiden|race|ethnic|color|colour|national|citizen|religio|church|\bsex\b|gender|orientation|veteran|military|union|polygraph|photo/i

/** The texts of the fields only, because the texts around them say what is not asked. */
const asked = (form: HrForm) =>
  fieldsOf(form).flatMap(({ name, label, choices = [] }) => [
    name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'),
    label,
    ...choices.map((choice) => choice.label),
  ])

const caught = (form: HrForm) => asked(form).filter((words) => forbidden.test(words))

describe('the employment application', () => {
  const application = forms[0] as HrForm

  it('asks nothing that the law forbids', () => {
    expect(asked(application).length).toBeGreaterThan(20)
    expect(caught(application)).toEqual([])
  })

  it('asks for the desired pay as an optional answer, and says so', () => {
    const pay = fieldsOf(application).filter(({ name, label }) => /salary|pay/i.test(name + label))
    expect(pay).toMatchObject([{ name: 'expectedSalary', label: 'Expected pay', optional: true }])
    expect(pay[0]?.help).toContain('do not tell us what you earn or earned')
  })

  it.each([
    ['salaryHistory', 'Previous salary'],
    ['lastPay', 'What were you paid?'],
    ['born', 'Date of birth'],
    ['record', 'Were you ever convicted?'],
    ['login', 'Facebook'],
    ['health', 'Any disability?'],
    ['home', 'Are you married?'],
  ])('detects a forbidden question for %s, %s', (name, label) => {
    const [first] = application.sections
    const section = { ...first!, fields: [{ ...fieldsOf(application)[0]!, name, label }] }
    expect(caught({ ...application, sections: [section] })).not.toEqual([])
  })
})

describe.each(named)('%s', (_id, form) => {
  it('asks no one for protected traits, records, or identifying numbers', () => {
    // An injury report asks for the injury, and a leaver is informed about coverage: those are the purposes of these
    // two forms.
    const fine = /^(injury|illness|incident kind|treatment|body part affected)|health coverage|^injury or illness$/i
    expect(caught(form).filter((words) => !fine.test(words))).toEqual([])
  })

  it('contains no unchecked number', () => {
    const checked = new Set(
      readFileSync(join(import.meta.dirname, '../../content/figures.txt'), 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .flatMap((line) => line.split(' ')),
    )
    const texts = [form.keep, ...form.sections.flatMap(({ paragraphs, points }) => [...paragraphs, ...points])]
    expect([...new Set(texts.flatMap(figuresIn))].filter((each) => !checked.has(each))).toEqual([])
  })

  it('links to existing places of the library, and to https', () => {
    const links = [...form.sources, ...form.sections.flatMap((section) => section.links)].map(({ url }) => url)
    const slugs = bundledPolicies().map(({ slug }) => `/hr-policies/${slug}`)
    expect(links.filter((url) => !url.startsWith('https://') && !slugs.includes(url))).toEqual([])
  })

  it('has exactly the fields of its submissions', () => {
    const formType = formTypeOf(form.id)
    if (!isPortalForm(formType)) return expect(fieldsOf(form).length).toBeGreaterThan(5)
    const schema = portalForms[formType]
    const names = fieldsOf(form).map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(schema.shape).toSorted())
    const given = schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? []
    const required = fieldsOf(form).filter(({ optional, value }) => !optional && value === undefined)
    const hasDefault = ['workEligibility', 'jobPerformance', 'overallRating']
    expect(given.toSorted()).toEqual(
      required
        .map(({ name }) => name)
        .filter((name) => !hasDefault.includes(name))
        .toSorted(),
    )
  })
})

it('earlier form versions are unchanged, one for each earlier number', () => {
  const versions = earlierForms().map(({ id, version }) => `${id} ${version}`)
  const expected = forms.flatMap(({ id, version }) => Array.from({ length: version - 1 }, (_, at) => `${id} ${at + 1}`))
  expect(versions.toSorted()).toEqual(expected.toSorted())
})

it('no form preselects a rating', () => {
  expect(forms.flatMap(fieldsOf).filter(({ kind, value }) => kind === 'choice' && value !== undefined)).toEqual([])
})

it('an invalid form file is named in the error', () => {
  expect(() => readForm('id: other', 'i9-form')).toThrow('i9-form.yaml')
  const file = readFileSync(join(import.meta.dirname, '../../content/forms/i9-form.yaml'), 'utf8')
  expect(() => readForm(file, 'w4-form')).toThrow('is about "i9-form"')
  expect(() => readForm(file.replace('name: firstDay', 'name: employeeName'), 'i9-form')).toThrow('same name')
  expect(() => readForm(file.replace('https://www.uscis', 'http://www.uscis'), 'i9-form')).toThrow('https')
})

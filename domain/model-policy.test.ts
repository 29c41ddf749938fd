import { describe, expect, it } from 'vitest'
import { exactHeadCount, type Sector } from './audience.ts'
import type { PolicySection } from './hr-policy.ts'
import {
  fieldsIn,
  fillLine,
  fillSections,
  modelPolicyFileName,
  openFields,
  selectVariants,
  VariantError,
} from './model-policy.ts'

const text = [
  'Always.',
  '',
  '::: employees 50+, sector private',
  'Large.',
  ':::',
  '',
  '::: sector public-school',
  '- One',
  '- Two',
  ':::',
].join('\n')

describe('the variants of a model policy', () => {
  it('are selected by number of employees and sector, and lose their markers', () => {
    const linesFor = (count: number, sector: Sector) =>
      selectVariants(text, { headCount: exactHeadCount(count), sector })
        .split('\n')
        .filter((line) => line !== '')
    expect(linesFor(60, 'private')).toEqual(['Always.', 'Large.'])
    expect(linesFor(49, 'private')).toEqual(['Always.'])
    expect(linesFor(60, 'public-school')).toEqual(['Always.', '- One', '- Two'])
  })

  it('state their audience if the employer is unknown', () => {
    const all = selectVariants(text, { headCount: null, sector: null })
    expect(all).toContain('*If 50 or more employees, private business:* Large.')
    expect(all).toContain('- *If public school:* One\n- Two')
  })

  it('remain if the company size does not decide them', () => {
    expect(selectVariants(text, { headCount: { from: 11, to: 50 }, sector: 'private' })).toContain('*If 50 or more')
    expect(selectVariants(text, { headCount: { from: 11, to: 49 }, sector: 'private' })).not.toContain('Large')
  })

  it.each([
    ['a size that is no range', '::: employees many\nx\n:::', 'Line 1'],
    ['a range that ends before it begins', '::: employees 9-3\nx\n:::', 'Line 1'],
    ['a sector that does not exist', '::: sector church\nx\n:::', 'Line 1'],
    ['an end without a beginning', 'x\n:::', 'Line 2'],
    ['a beginning without an end', 'x\n::: employees 5+\ny', 'Line 2'],
    ['a variant in a variant', '::: employees 5+\n::: employees 6+\nx\n:::\n:::', 'Line 2'],
  ])('refuse %s, naming the line', (_what, content, line) => {
    expect(() => selectVariants(content, { headCount: null, sector: null })).toThrow(VariantError)
    expect(() => selectVariants(content, { headCount: null, sector: null })).toThrow(line)
  })
})

describe('the fields of a model policy', () => {
  const values = { employer: 'Blue Ridge Bakery', hrContact: 'the owner' }

  it('are filled in, with a capital at the start of a sentence', () => {
    expect(fillLine('[HR contact] must answer. At [Employer], ask [HR contact].', values)).toBe(
      'The owner must answer. At Blue Ridge Bakery, ask the owner.',
    )
  })

  it('remain in brackets without a value, while defaults lose theirs', () => {
    expect(fillLine('[IT contact] answers within [5] days.', values)).toBe('[IT contact] answers within 5 days.')
    expect(fieldsIn('[it contact] and [5]')).toEqual(['itContact'])
  })

  it('never become markup, whatever the employer’s name', () => {
    const section: PolicySection = {
      anchor: 'a',
      level: 2,
      heading: 'At [Employer]',
      path: ['At [Employer]'],
      blocks: [{ kind: 'paragraph', runs: [{ text: '[Employer]', strong: true }, { text: ' asks [HR contact].' }] }],
    }
    const filled = fillSections([section], { employer: '*<b>[HR contact]</b>' })
    expect(filled.map(({ blocks }) => blocks)).toEqual([
      [{ kind: 'paragraph', runs: [{ text: '*<b>[HR contact]</b>', strong: true }, { text: ' asks [HR contact].' }] }],
    ])
    expect(openFields([section])).toEqual(['employer', 'hrContact'])
  })

  it('are used in the file name', () => {
    expect(modelPolicyFileName('Leave and Time Off', 'docx')).toBe('leave_and_time_off_policy.docx')
  })
})

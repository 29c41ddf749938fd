import { describe, expect, it } from 'vitest'
import { PublishForm, sourcesIn, type VersionFormValues } from './publish-form.ts'

const typed: VersionFormValues = {
  title: 'Wage and Hour',
  description: 'What is paid, and when.',
  category: 'compliance',
  required: true,
  tags: ' overtime, tips,, pay stub ',
  asOf: '2026-11-20',
  nextReview: '2027-06-01',
  sources: 'Va. Code § 40.1-29, paydays https://law.lis.virginia.gov/vacode/40.1-29/\n\n',
  content: '## In short\n\nPay.',
  note: '',
}

describe('a new version as it is typed', () => {
  it('has its tags at the commas and its sources at the line ends', () => {
    expect(PublishForm.parse(typed)).toMatchObject({
      tags: ['overtime', 'tips', 'pay stub'],
      note: null,
      sources: [
        {
          id: 'law.lis.virginia.gov-vacode-40.1-29',
          title: 'Va. Code § 40.1-29, paydays',
          url: 'https://law.lis.virginia.gov/vacode/40.1-29/',
        },
      ],
    })
  })

  it('gives two sources at one address two ids', () => {
    expect(sourcesIn('A https://x.example/a\nB https://x.example/a').map(({ id }) => id)).toEqual([
      'x.example-a',
      'x.example-a-2',
    ])
  })

  it.each([
    [{ tags: ' , ' }, 'tags'],
    [{ sources: 'A title without an address' }, 'sources'],
    [{ sources: 'A http://x.example' }, 'sources'],
    [{ content: ' ' }, 'content'],
    [{ nextReview: '2026-01-01' }, 'nextReview'],
    [{ title: '' }, 'title'],
  ])('says where %j is wrong', (mistake, at) => {
    const { error } = PublishForm.safeParse({ ...typed, ...mistake })
    expect(error?.issues[0]?.path[0]).toBe(at)
  })
})

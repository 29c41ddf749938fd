import { expect, it } from 'vitest'
import { fillPage } from '../../api/page-tokens.ts'
import { firstPublicSite, firstServices, publicPage, type Service } from '../../domain/public-site.ts'
import { prerenderLanding } from './prerender.tsx'

const template = prerenderLanding(null)
const pageWith = (services: Service[]) =>
  fillPage(template, {
    publicUrl: 'https://portal.example.com',
    provider: { name: 'ProHR', address: '', phone: '', phoneLink: '', email: '', logo: null },
    site: publicPage(firstPublicSite('ProHR'), services, ''),
    booking: '',
    hours: '',
    billing: null,
    services: null,
    signIn: null,
    demonstration: false,
    sendsEmail: true,
    signedIn: false,
  })
const added = (at: number, name = `Service ${at}`): Service => ({
  key: `service-${at}`,
  name,
  brief: `Brief ${at}.`,
  detail: '',
  examples: at === 1 ? ['Only example'] : [],
  availability: 'public',
})
const countOf = (page: string, part: string) => page.split(part).length - 1

it('has the four services of the specification, each with its examples', () => {
  const page = pageWith(firstServices)
  expect(page).not.toContain('{{')
  for (const { key, examples } of firstServices) {
    expect(countOf(page, `id="${key}"`)).toBe(1)
    expect(countOf(page, `value="${key}"`)).toBe(1)
    for (const example of examples) expect(page).toContain(example)
  }
  expect(page).toContain('Four kinds of help,')
  expect(page).toContain('Choose one service or all four.')
})

it('has no empty parts for services with fewer examples, and repeats the sentence where there is no paragraph', () => {
  const page = pageWith([added(1), added(2)])
  expect(page).not.toContain('{{')
  expect(countOf(page, '<article')).toBe(2)
  expect(countOf(page, 'Only example')).toBe(1)
  expect(countOf(page, 'Brief 2.')).toBe(3)
  expect(countOf(page, 'type="checkbox"')).toBe(2)
})

it('has up to 30 services, and none that is hidden or internal', () => {
  const many = Array.from({ length: 30 }, (_, at) => added(at))
  expect(countOf(pageWith(many), '<article')).toBe(30)
  const page = pageWith([added(1), { ...added(2), availability: 'hidden' }, { ...added(3), availability: 'internal' }])
  expect(countOf(page, '<article')).toBe(1)
  expect(page).toContain('One kind of help,')
})

it('escapes the names', () => expect(pageWith([added(1, 'Pay & <time>')])).toContain('Pay &amp; &lt;time&gt;'))

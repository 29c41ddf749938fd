import { describe, expect, it } from 'vitest'
import { firstServices, publicPage } from './public-site.ts'
import { assertOffered, changeCatalog, namesOfOffered, ServiceCatalog } from './service-catalog.ts'

const added = {
  key: '',
  name: 'Payroll support',
  brief: 'Payroll.',
  detail: '',
  examples: [],
  availability: 'public' as const,
}
const refusalsOf = (services: unknown) => ServiceCatalog.safeParse(services).error?.issues.map(({ message }) => message)

describe('the service catalog', () => {
  it('is valid as the specification has it', () => {
    expect(ServiceCatalog.parse(firstServices)).toEqual(firstServices)
  })

  it('refuses a name that another service has, whatever its case', () => {
    expect(refusalsOf([...firstServices, { ...added, name: 'hr consulting ' }])).toEqual([
      'Another service has this name.',
    ])
  })

  it('refuses more than 30 services, and a public site without any', () => {
    const many = Array.from({ length: 31 }, (_, at) => ({ ...added, name: `Service ${at}` }))
    expect(refusalsOf(many)).toEqual(['Enter at most 30 services.'])
    expect(refusalsOf(firstServices.map((each) => ({ ...each, availability: 'hidden' })))).toEqual([
      'Show at least one service on the public site.',
    ])
  })

  it('creates a key for a new service that no other service has', () => {
    const after = changeCatalog(firstServices, [...firstServices, added])
    expect(after.at(-1)?.key).toBe('service-payroll-support')
    const renamed = after.map((each) => (each.name === added.name ? { ...each, name: 'Payroll' } : each))
    expect(changeCatalog(after, [...renamed, added]).at(-1)?.key).toBe('service-payroll-support-2')
    expect(changeCatalog(firstServices, [...firstServices, { ...added, name: '薪资' }]).at(-1)?.key).toBe('service')
  })

  it('refuses to remove a service, and a key that it does not have', () => {
    expect(() => changeCatalog(firstServices, firstServices.slice(1))).toThrow(
      '“HR Operations and Compliance” can’t be removed. Hide it instead.',
    )
    expect(() => changeCatalog(firstServices, [...firstServices, { ...added, key: 'payroll' }])).toThrow(
      'There is no service with this key.',
    )
  })

  const catalog = firstServices.map((each, at) => ({
    ...each,
    availability: (['public', 'internal', 'hidden', 'public'] as const)[at] ?? 'public',
  }))

  it('offers internal services to clients and the team, hidden ones to no one', () => {
    expect(namesOfOffered(catalog, ['leadership-coaching', 'hr-consulting'], false)).toEqual([
      'Leadership & Training',
      'HR Consulting',
    ])
    expect(() => namesOfOffered(catalog, ['hr-consulting'], true)).toThrow('Choose services from the list.')
    expect(() => namesOfOffered(catalog, ['talent-acquisition'], false)).toThrow(
      '“Talent Acquisition” isn’t offered anymore. Choose another service.',
    )
  })

  it('lets a record keep a hidden service that it has already', () => {
    expect(() => assertOffered(catalog, 'talent-acquisition', 'service', 'talent-acquisition')).not.toThrow()
    expect(() => assertOffered(catalog, 'talent-acquisition', 'service')).toThrow('isn’t offered anymore')
  })

  it.each([
    [1, 'One kind of help', 'Every document'],
    [2, 'Two kinds of help', 'Choose one service or both. Every'],
    [4, 'Four kinds of help', 'Choose one service or all four. Every'],
    [30, '30 kinds of help', 'Choose one service or all 30. Every'],
  ])('counts %i services on the public page', (count, kindsOfHelp, introduction) => {
    const services = Array.from({ length: count }, () => firstServices.slice(0, 1)).flat()
    const page = publicPage({ headline: '', introduction: '', about: [] }, services, '')
    expect(page.kindsOfHelp).toBe(kindsOfHelp)
    expect(page.servicesIntroduction).toContain(introduction)
  })
})

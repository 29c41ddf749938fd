// The service catalog: who changes it, and that everything else uses it right away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { readSettings, saveSettings, settingsPath } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { firstServices, type Service } from '../../domain/public-site.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const payroll = {
  key: '',
  name: 'Payroll support',
  brief: 'Payroll.',
  detail: '',
  examples: [],
  availability: 'public',
}

const servicesPath = '/api/firm-settings/services'
const change = async (edit: (service: Service) => Partial<Service>) => {
  const { services } = (await readSettings(testApp)) as { services: Service[] }
  return saveSettings(testApp, { services: services.map((service) => ({ ...service, ...edit(service) })) })
}
const hide = (key: string, availability: Service['availability'] = 'hidden') =>
  change((service) => (service.key === key ? { availability } : {}))
const request = (services: string[], who: 'visitor' | 'ann' | 'sam' = 'visitor') =>
  testApp[who].post('/api/service-requests', { ...requestInput, services })

describe('the service catalog', () => {
  it('begins with the services of the specification, for everyone who is signed in', async () => {
    const { body } = await testApp.ann.get(servicesPath)
    expect(body.map(({ name }: Service) => name)).toEqual(firstServices.map(({ name }) => name))
    expect((await testApp.visitor.get(servicesPath)).status).toBe(401)
  })

  it('is changed by administrators only, and the entry names the section', async () => {
    for (const who of ['sam', 'ann'] as const)
      expect((await testApp[who].patch(settingsPath, { services: firstServices })).status).toBe(403)
    const { version } = await saveSettings(testApp, { services: firstServices })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'firm-settings.changed',
      details: { version, changed: ['services'] },
    })
  })

  it('offers a new service to requests right away, and renames it without changing requests', async () => {
    const { services } = await saveSettings(testApp, { services: [payroll, ...firstServices] })
    expect(services[0]).toMatchObject({ ...payroll, key: 'service-payroll-support' })
    const { body: made } = await request(['service-payroll-support', 'hr-consulting'])
    expect(made.serviceNames).toEqual(['Payroll support', 'HR Consulting'])
    await change(({ key }) => (key === 'service-payroll-support' ? { name: 'Payroll and benefits' } : {}))
    expect((await testApp.alice.get(`/api/service-requests/${made.id}`)).body.serviceNames).toEqual(made.serviceNames)
    expect((await request(['service-payroll-support'])).body.serviceNames).toEqual(['Payroll and benefits'])
  })

  it('refuses to remove a service, a name twice, an unknown key, and a site without services', async () => {
    const { services } = (await readSettings(testApp)) as { services: Service[] }
    const refused = async (next: object[]) => {
      const { status, body } = await testApp.alice.patch(settingsPath, { services: next })
      return [status, body.message]
    }
    expect(await refused(services.slice(1))).toEqual([409, '“Payroll and benefits” can’t be removed. Hide it instead.'])
    expect(await refused([...services, { ...payroll, name: 'hr consulting' }])).toEqual([
      400,
      'Another service has this name.',
    ])
    expect(await refused([...services, { ...payroll, key: 'payroll' }])).toEqual([
      400,
      'There is no service with this key.',
    ])
    expect(await refused(services.map((service) => ({ ...service, availability: 'hidden' })))).toEqual([
      400,
      'Show at least one service on the public site.',
    ])
    expect(await refused([...services, { ...payroll, brief: '<b>x</b>' }])).toEqual([
      400,
      'Use plain text without HTML.',
    ])
  })

  it('refuses requests for hidden and unknown services, and internal ones from visitors', async () => {
    await hide('hr-consulting')
    await hide('talent-acquisition', 'internal')
    const answers = await Promise.all([
      request(['hr-consulting'], 'sam'),
      request(['gardening']),
      request(['talent-acquisition']),
      request(['talent-acquisition'], 'sam'),
    ])
    expect(answers.map(({ status, body }) => [status, body.issues?.[0]?.path, body.issues?.[0]?.message])).toEqual([
      [400, 'services.0', '“HR Consulting” isn’t offered anymore. Choose another service.'],
      [400, 'services.0', 'Choose services from the list.'],
      [400, 'services.0', 'Choose services from the list.'],
      [201, undefined, undefined],
    ])
    const names = async (who: 'ann' | 'sam') =>
      (await testApp[who].get(servicesPath)).body.map(({ key }: Service) => key).includes('hr-consulting')
    expect([await names('ann'), await names('sam')]).toEqual([false, true])
  })

  it('lets rate cards and job templates keep a hidden service, and refuses it for new ones', async () => {
    await hide('leadership-coaching', 'public')
    const rate = { serviceName: 'Coaching', description: 'An hour', serviceType: 'leadership-coaching', hourlyRate: 1 }
    const template = { name: 'Coaching', service: 'leadership-coaching', steps: [{ kind: 'task', title: 'Call' }] }
    const { body: card } = await testApp.alice.post('/api/service-rates', rate)
    const { body: job } = await testApp.alice.post('/api/job-templates', template)
    await hide('leadership-coaching')
    const sentence = '“Leadership & Training” isn’t offered anymore. Choose another service.'
    const refused = [
      await testApp.alice.post('/api/service-rates', rate),
      await testApp.alice.post('/api/job-templates', template),
      await testApp.alice.post('/api/service-rates', { ...rate, serviceType: 'gardening' }),
      await testApp.alice.post('/api/job-templates', { ...template, service: 'gardening' }),
    ]
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [400, sentence],
      [400, sentence],
      [400, 'Choose a service from the list.'],
      [400, 'Choose a service from the list.'],
    ])
    expect((await testApp.alice.put(`/api/service-rates/${card.id}`, rate)).status).toBe(200)
    expect((await testApp.alice.put(`/api/job-templates/${job.id}`, template)).status).toBe(200)
    const csv = await testApp.alice.get('/api/service-rates/csv')
    expect(csv.text).toContain('Coaching,Leadership & Training')
  })

  it('lets one of two administrators who save at the same time through', async () => {
    const { version, services } = await readSettings(testApp)
    const headers = { 'if-match': `"${version}"` }
    const save = (name: string) =>
      testApp.alice.patch(settingsPath, { services: [...services, { ...payroll, name }] }, headers)
    const answers = await Promise.all([save('Audits'), save('Benefits')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })
})

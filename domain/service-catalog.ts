// The services that the firm offers, in the order of its lists. Administrators add, rename, reorder, and hide them; a request
// keeps the names that it was made with.
import { z } from 'zod'
import { conflict, invalid } from './errors.ts'
import { line, plainText } from './firm-text.ts'
import { maxExamples, maxServices, type Service, serviceAvailabilities } from './public-site.ts'

const keyForm = /^[a-z\d]+(?:-[a-z\d]+)*$/
const longestKey = 100

/** The key of a service: `hr-consulting`. Whether it is offered depends on the catalog. */
export const serviceKey = (sentence: string) => z.string(sentence).max(longestKey, sentence).regex(keyForm, sentence)
export const ServiceKey = serviceKey('Choose a service from the list.')
export type ServiceKey = z.infer<typeof ServiceKey>

export const ServiceDefinition = z.strictObject({
  /** Empty for a new service; the portal then creates one from its name. */
  key: z.union([z.literal(''), ServiceKey]).default(''),
  name: line('Enter the name of the service.', 80),
  brief: line('Enter one sentence.', 200),
  detail: plainText(800).default(''),
  examples: z
    .array(line('Enter an example.', 80))
    .max(maxExamples, `Enter at most ${maxExamples} examples.`)
    .default([]),
  availability: z.enum(serviceAvailabilities, 'Choose who can request it.'),
})

const sameName = (name: string) => name.trim().toLowerCase()

export const ServiceCatalog = z
  .array(ServiceDefinition)
  .max(maxServices, `Enter at most ${maxServices} services.`)
  .superRefine((services, check) => {
    for (const [at, { name, key }] of services.entries()) {
      if (services.findIndex((other) => sameName(other.name) === sameName(name)) < at)
        check.addIssue({ code: 'custom', path: [at, 'name'], message: 'Another service has this name.' })
      if (key !== '' && services.findIndex((other) => other.key === key) < at)
        check.addIssue({ code: 'custom', path: [at, 'key'], message: 'Another service has this key.' })
    }
    if (!services.some(({ availability }) => availability === 'public'))
      check.addIssue({ code: 'custom', path: [], message: 'Show at least one service on the public site.' })
  })
export type ServiceCatalog = z.infer<typeof ServiceCatalog>

/** A service as forms and filters list it. */
export const ServiceChoice = z.object({ key: ServiceKey, name: z.string(), brief: z.string(), isOffered: z.boolean() })
export type ServiceChoice = z.infer<typeof ServiceChoice>

export const choicesOf = (services: readonly Service[]): ServiceChoice[] =>
  services.map(({ key, name, brief, availability }) => ({ key, name, brief, isOffered: availability !== 'hidden' }))

/** For new services: never the name of another anchor on the public page. */
function newKey(name: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const key = slug === '' ? 'service' : `service-${slug}`
  let next = key
  for (let count = 2; taken.has(next); count++) next = `${key}-${count}`
  return next
}

/**
 * The catalog after an edit, with a key for each new service. Refuses 400 for a key that the catalog doesn't have, 409 if a
 * service is missing: rates, job templates, and filters refer to it.
 */
export function changeCatalog(before: readonly Service[], after: ServiceCatalog): Service[] {
  const taken = new Set(before.map(({ key }) => key))
  const missing = before.find(({ key }) => !after.some((service) => service.key === key))
  const unknown = after.findIndex(({ key }) => key !== '' && !taken.has(key))
  if (unknown >= 0) throw invalid(`services.${unknown}.key`, 'There is no service with this key.')
  if (missing !== undefined) throw conflict(`“${missing.name}” can’t be removed. Hide it instead.`)
  return after.map((service) => {
    const key = service.key === '' ? newKey(service.name, taken) : service.key
    taken.add(key)
    return { ...service, key }
  })
}

/**
 * The chosen services by name. Refuses 400 for one that isn't in the catalog or isn't offered to the person: visitors choose
 * from those on the public site, clients and the team also from internal ones.
 */
export function namesOfOffered(services: readonly Service[], keys: readonly string[], isPublic: boolean): string[] {
  return keys.map((key, at) => {
    const service = services.find((each) => each.key === key)
    if (service === undefined || (isPublic && service.availability === 'internal'))
      throw invalid(`services.${at}`, 'Choose services from the list.')
    if (service.availability === 'hidden')
      throw invalid(`services.${at}`, `“${service.name}” isn’t offered anymore. Choose another service.`)
    return service.name
  })
}

/** Refuses 400 for a service that isn't offered, unless the record has it already. */
export function assertOffered(
  services: readonly Service[],
  key: string,
  field: string,
  before: string | null = null,
): void {
  const service = assertInCatalog(services, key, field)
  if (service.availability === 'hidden' && key !== before)
    throw invalid(field, `“${service.name}” isn’t offered anymore. Choose another service.`)
}

export function assertInCatalog(services: readonly Service[], key: string, field: string): Service {
  const service = services.find((each) => each.key === key)
  if (service === undefined) throw invalid(field, 'Choose a service from the list.')
  return service
}

import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import { BillingDefaults, FirmSettingsChange, FirmSettingsView, logoLimitBytes } from '../domain/firm-settings.ts'
import { FirmSettingsVersion } from '../domain/firm-settings-versions.ts'
import { ServiceChoice } from '../domain/service-catalog.ts'
import { change, list, raw, read } from './kit/endpoint.ts'

export const readFirmSettings = read({
  path: '/api/firm-settings',
  who: administrators,
  summary:
    'Returns the current firm settings: identity, branding, sales tax, billing, public site, services, emails, and office hours. Sections that were never saved have their default values.',
  reply: FirmSettingsView,
})

export const changeFirmSettings = change('PATCH', {
  path: '/api/firm-settings',
  who: administrators,
  summary:
    'Saves one or more whole sections of the firm settings. They apply right away on every instance. A service that is saved without a key is added; one can be hidden, but not removed (409). 412 if someone else saved changes since they were read.',
  body: FirmSettingsChange,
  reply: FirmSettingsView,
})

export const listFirmSettingsVersions = list({
  path: '/api/firm-settings/versions',
  who: administrators,
  summary:
    'Lists the versions of the firm settings, newest first: who saved each and when, and what it changed, with the values before and after in words.',
  of: FirmSettingsVersion,
})

export const restoreFirmSettings = change('POST', {
  path: '/api/firm-settings/versions/:version/restoration',
  who: administrators,
  summary:
    'Saves the settings and the logo of an earlier version as a new version. Services that were added since are hidden. 409 if nothing would change.',
  reply: FirmSettingsView,
})

export const uploadLogo = {
  ...change('PUT', {
    path: '/api/firm-settings/logo',
    who: administrators,
    summary: `Replaces the logo. The body is a PNG or JPEG image, up to ${logoLimitBytes / 1024} KB.`,
    reply: FirmSettingsView,
  }),
  takes: 'image/png, image/jpeg',
}

export const removeLogo = change('DELETE', {
  path: '/api/firm-settings/logo',
  who: administrators,
  summary: 'Removes the uploaded logo. Pages then show the logo set in the environment, if any. 409 if there is none.',
  reply: FirmSettingsView,
})

export const previewInvoice = raw('GET', {
  path: '/api/firm-settings/invoice-preview',
  who: administrators,
  summary: 'Returns a sample invoice as a PDF with the settings in force.',
})

export const readBillingDefaults = read({
  path: '/api/firm-settings/billing',
  who: team,
  summary: 'Returns the defaults for new invoices and contracts: sales tax, days until due, and terms.',
  reply: BillingDefaults,
})

export const readServices = read({
  path: '/api/firm-settings/services',
  who: 'signed-in',
  summary:
    'Returns the services of the firm in their order. For the team, also the hidden ones, which records from before still have.',
  reply: z.array(ServiceChoice),
})

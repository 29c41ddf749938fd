import { expect, it } from 'vitest'
import { fillPage, type PortalConfig } from './page-tokens.ts'

const config: PortalConfig = {
  publicUrl: 'https://portal.example.com',
  provider: {
    name: 'Smith & Sons "HR" </script>',
    address: '1 Main St',
    phone: '(804) 555-0100',
    phoneLink: '8045550100',
    email: 'hello@example.com',
    logo: null,
  },
  site: null,
  booking: '',
  hours: '',
  billing: null,
  services: null,
  signIn: null,
  demonstration: true,
  sendsEmail: true,
  signedIn: false,
}

it('escapes a value for HTML', () =>
  expect(fillPage('<b title="{{provider.name}}">', config)).toBe(
    '<b title="Smith &amp; Sons &quot;HR&quot; &lt;/script&gt;">',
  ))

it('writes JSON that cannot end its script block', () => {
  const block = fillPage('{{config}}', config)
  expect(block).not.toContain('<')
  expect(JSON.parse(block)).toEqual(config)
  expect(JSON.parse(fillPage('{{json provider.name}}', config))).toBe(config.provider.name)
})

it('shows demonstration content in a demonstration only', () => {
  const page = '<body><!--demonstration <p>Do not enter real data</p> demonstration--><main>'
  expect(fillPage(page, config)).toBe('<body> <p>Do not enter real data</p> <main>')
  expect(fillPage(page, { ...config, demonstration: false })).toBe('<body><main>')
})

it('refuses an unknown token', () => expect(() => fillPage('{{provider.fax}}', config)).toThrow('{{provider.fax}}'))

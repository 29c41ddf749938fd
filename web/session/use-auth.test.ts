import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useAuth } from './use-auth.ts'

it('says plainly that it needs an AuthProvider', () => {
  const Probe = () => (useAuth(), null)
  expect(() => renderToString(createElement(Probe))).toThrow('useAuth must be used within an AuthProvider')
})

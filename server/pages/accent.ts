// The firm's color on pages: a style of its own after the portal's, whose hash the page's policy allows.
import { createHash } from 'node:crypto'
import { shadesOf } from '../../domain/contrast.ts'

export interface AccentStyle {
  html: string
  /** For the content policy. */
  hash: string
}

/** Twice the selector, so that it holds wherever the portal's own style is. */
export function accentStyle(color: string | null): AccentStyle | null {
  if (color === null) return null
  const { light, dark } = shadesOf(color)
  const rule = (of: { color: string; hover: string }) =>
    `{--primary:${of.color};--primary-hover:${of.hover};--link:${of.color};--focus:${of.color}}`
  const css = `:root:root${rule(light)}@media not print{:root[data-theme='dark']${rule(dark)}}`
  return { html: `<style>${css}</style>`, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
